package io.payrelay.notify.delivery;

import io.payrelay.common.signing.StandardWebhooks;
import io.payrelay.common.signing.WebhookSecret;
import io.payrelay.notify.endpoint.SecretVault;
import io.payrelay.notify.http.Answer;
import io.payrelay.notify.http.ErrorClass;
import io.payrelay.notify.http.MerchantClient;
import io.payrelay.notify.http.Phases;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Signs this attempt and calls the merchant. */
@Component
class Caller {

  private static final Logger log = LoggerFactory.getLogger(Caller.class);

  private final MerchantClient client;
  private final SecretVault vault;
  private final Clock clock;

  Caller(MerchantClient client, SecretVault vault, Clock clock) {
    this.client = client;
    this.vault = vault;
    this.clock = clock;
  }

  Answer call(Claimed claimed) {
    var target = claimed.target();
    WebhookSecret secret;
    try {
      secret = vault.decrypt(target.secretEncrypted(), target.endpointId());
    } catch (IllegalStateException e) {
      log.error("notification.sign id={}", claimed.notificationId(), e);
      return new Answer.Failed(ErrorClass.INTERNAL, null, "could not be signed", null, Phases.NONE);
    }
    return client.post(
        target.url(),
        headers(claimed, secret),
        claimed.body(),
        target.ackRule(),
        claimed.attempt() - 1);
  }

  private Map<String, String> headers(Claimed claimed, WebhookSecret secret) {
    var now = clock.instant();
    var id = claimed.notificationId();
    return Map.of(
        StandardWebhooks.ID,
        id,
        StandardWebhooks.TIMESTAMP,
        Long.toString(now.getEpochSecond()),
        StandardWebhooks.SIGNATURE,
        StandardWebhooks.sign(id, now, claimed.body(), List.of(secret)));
  }
}

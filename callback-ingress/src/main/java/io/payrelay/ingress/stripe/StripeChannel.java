package io.payrelay.ingress.stripe;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.timestamped.TimestampedHmac;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Stripe's snapshot events. Any 2xx ends its retries, so a refusal never is one. */
@Component
final class StripeChannel implements Channel {

  private record Received(boolean received) {}

  private record NotReceived(boolean received, String reason, String message) {}

  // The text as the dashboard shows it is the key, prefix and all.
  private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/=_-]{24,256}");

  private static final String CONTENT_TYPE = "application/json";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Acknowledgement ACCEPTED =
      new Acknowledgement(200, CONTENT_TYPE, JSON.writeValueAsBytes(new Received(true)));

  @Override
  public String name() {
    return "stripe";
  }

  @Override
  public CallbackReader open(AccountSettings account) {
    var keys = account.keys();
    for (int i = 0; i < keys.size(); i++) {
      Setting.check(
          SECRET.matcher(keys.get(i).secret()).matches(),
          "keys[%d].secret".formatted(i),
          "must be the endpoint's signing secret, whsec_…, exactly as Stripe shows it");
    }
    return new StripeReader(
        new TimestampedHmac("Stripe-Signature", keys), StripeOptions.of(account));
  }

  @Override
  public Acknowledgement accepted() {
    return ACCEPTED;
  }

  /** Stripe shows this text in its dashboard, next to the failed delivery. */
  @Override
  public Acknowledgement refused(Refusal why, String detail) {
    return new Acknowledgement(
        why.status(),
        CONTENT_TYPE,
        JSON.writeValueAsBytes(new NotReceived(false, why.label(), detail)));
  }
}

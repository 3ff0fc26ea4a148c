package io.payrelay.notify.endpoint;

import io.payrelay.common.id.Ids;
import io.payrelay.common.signing.WebhookSecret;
import io.payrelay.common.web.ProblemException;
import io.payrelay.notify.http.AckRule;
import io.payrelay.notify.plan.RetryPlans;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints and URLs come in here, from order-core and the onboarding. */
@RestController
class EndpointController {

  private static final Logger log = LoggerFactory.getLogger(EndpointController.class);

  private final Endpoints endpoints;
  private final UrlRules rules;
  private final RetryPlans plans;
  private final SecretVault vault;
  private final Ids ids;
  private final SecureRandom random = new SecureRandom();

  EndpointController(
      Endpoints endpoints, UrlRules rules, RetryPlans plans, SecretVault vault, Ids ids) {
    this.endpoints = endpoints;
    this.rules = rules;
    this.plans = plans;
    this.vault = vault;
    this.ids = ids;
  }

  /** A merchant's endpoint as it is asked for; the plan and the rule have defaults. */
  record NewEndpoint(
      @Nullable String merchantNo,
      @Nullable String url,
      @Nullable String plan,
      @Nullable AckRule ackRule) {}

  /** The only time the secret is shown. */
  record Created(String endpointId, String secret) {}

  @PostMapping("/internal/endpoints")
  @ResponseStatus(HttpStatus.CREATED)
  Created create(@RequestBody NewEndpoint asked) {
    var merchantNo = required(asked.merchantNo(), "merchantNo");
    var url = vetted(required(asked.url(), "url"));
    var plan = asked.plan() == null ? RetryPlans.DEFAULT : asked.plan();
    if (!plans.has(plan)) {
      throw new ProblemException(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "unknown-plan",
          "there is no retry plan '%s': see payrelay.notify.plans".formatted(plan));
    }
    var rule = asked.ackRule() == null ? AckRule.BODY_SUCCESS : asked.ackRule();
    var id = ids.withPrefix("ep_");
    var secret = WebhookSecret.generate(random);
    var stored =
        endpoints.add(new Endpoint(id, merchantNo, url, plan, rule, vault.encrypt(secret, id)));
    if (!stored) {
      throw new ProblemException(
          HttpStatus.CONFLICT,
          "endpoint-exists",
          "merchant %s has an endpoint already".formatted(merchantNo));
    }
    log.info("endpoint.created id={} merchant={} plan={} rule={}", id, merchantNo, plan, rule);
    return new Created(id, secret.reveal());
  }

  /** A URL of a single order. */
  record NewNotifyUrl(@Nullable String merchantNo, @Nullable String url) {}

  /** What an order refers to its URL by. */
  record StoredNotifyUrl(String notifyUrlId) {}

  @PostMapping("/internal/notify-urls")
  StoredNotifyUrl store(@RequestBody NewNotifyUrl asked) {
    var merchantNo = required(asked.merchantNo(), "merchantNo");
    var url = vetted(required(asked.url(), "url"));
    if (endpoints.ofMerchant(merchantNo).isEmpty()) {
      throw refused("merchant %s has no endpoint, so no secret to sign with".formatted(merchantNo));
    }
    return new StoredNotifyUrl(endpoints.addNotifyUrl(merchantNo, url));
  }

  private String vetted(String url) {
    rules
        .refusal(url)
        .ifPresent(
            why -> {
              throw refused(why);
            });
    return url;
  }

  private static ProblemException refused(String why) {
    return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "notify-url-refused", why);
  }

  private static String required(@Nullable String value, String field) {
    if (value == null || value.isBlank() || value.indexOf('\0') >= 0) {
      throw new ProblemException(
          HttpStatus.BAD_REQUEST, "invalid-request", field + " is missing or not a text");
    }
    return value;
  }
}

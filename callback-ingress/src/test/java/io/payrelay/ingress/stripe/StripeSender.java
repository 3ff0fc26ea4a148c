package io.payrelay.ingress.stripe;

import io.payrelay.ingress.HmacSender;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Writes and signs events as Stripe does; shares no code with the verifier. */
final class StripeSender {

  static final Instant NOW = Instant.ofEpochSecond(1_772_352_000);
  static final String SECRET = "whsec_0123456789abcdef0123456789abcdef";

  static final String PAID =
      """
      {
        "id": "evt_1",
        "object": "event",
        "api_version": "2025-09-30.clover",
        "created": 1772351990,
        "data": {
          "object": {
            "id": "pi_1",
            "object": "payment_intent",
            "amount": 59900,
            "amount_received": 59900,
            "currency": "cny",
            "description": "退款 + 100%",
            "metadata": {"order_no": "ORDER1"},
            "status": "succeeded"
          }
        },
        "livemode": true,
        "pending_webhooks": 1,
        "request": {"id": null, "idempotency_key": null},
        "type": "payment_intent.succeeded"
      }""";

  static final String CHARGE_REFUNDED =
      """
      {"id":"evt_2","object":"event","created":1772351990,"livemode":true,"type":"charge.refunded",
       "data":{"object":{"id":"ch_1","object":"charge","amount":59900,"amount_refunded":10000,
         "currency":"cny","payment_intent":"pi_1","metadata":{"order_no":"ORDER1"}}}}""";

  static final String REFUND =
      """
      {"id":"evt_3","object":"event","created":1772351990,"livemode":true,"type":"refund.created",
       "data":{"object":{"id":"re_1","object":"refund","amount":10000,"charge":"ch_1",
         "currency":"cny","payment_intent":"pi_1","metadata":{"order_no":"ORDER1"},
         "status":"succeeded"}}}""";

  private StripeSender() {}

  static CallbackReader reader(Map<String, String> options, KeySettings... keys) {
    return new StripeChannel().open(new AccountSettings("stripe", "shop", List.of(keys), options));
  }

  static CallbackReader reader() {
    return reader(Map.of(), key("we_1", SECRET));
  }

  static KeySettings key(String id, String secret) {
    return new KeySettings(id, secret, null, null);
  }

  static CallbackRequest request(String header, byte[] body) {
    return new CallbackRequest(Map.of("stripe-signature", List.of(header)), body);
  }

  /** Rightly signed, now. */
  static CallbackRequest signed(byte[] body) {
    return request(new HmacSender(SECRET).header(NOW, body), body);
  }

  static CallbackRequest signed(String body) {
    return signed(body.getBytes(StandardCharsets.UTF_8));
  }

  static Notice notice(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Genuine(var notice) -> notice;
      case Verdict.Ignored _, Verdict.Refused _ -> throw new AssertionError(verdict);
    };
  }

  static Refusal refusal(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, _) -> why;
      case Verdict.Genuine _, Verdict.Ignored _ -> throw new AssertionError(verdict);
    };
  }

  static String complaint(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, var detail) when why == Refusal.BODY_MALFORMED -> detail;
      case Verdict other -> throw new AssertionError(other);
    };
  }
}

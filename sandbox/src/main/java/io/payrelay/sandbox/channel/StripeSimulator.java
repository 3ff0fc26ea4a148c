package io.payrelay.sandbox.channel;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stripe: PaymentIntent events, and {@code Stripe-Signature: t=<unix s>,v1=<hex>} with
 * HMAC-SHA256(endpoint secret, t + "." + body).
 */
public final class StripeSimulator implements ChannelSimulator {

  private static final String NAME = "stripe";
  private static final String API_VERSION = "2025-09-30.clover";

  @Override
  public String channel() {
    return NAME;
  }

  @Override
  public String family() {
    return NAME;
  }

  @Override
  public SignedCallback sign(Notice notice, Account account, Instant now) {
    var body = JsonMapper.shared().writeValueAsBytes(event(notice, account));
    return new SignedCallback(
        Map.of(
            "Content-Type",
            "application/json; charset=utf-8",
            "Stripe-Signature",
            TimestampedMac.header(account.secret(), body, now)),
        body);
  }

  @Override
  public boolean isAcknowledged(Answer answer) {
    return answer.isOk();
  }

  private static Map<String, Object> event(Notice notice, Account account) {
    var event = new LinkedHashMap<String, Object>();
    event.put("id", notice.eventId());
    event.put("object", "event");
    event.put("api_version", API_VERSION);
    event.put("created", notice.paidAt().getEpochSecond());
    event.put("data", Map.of("object", intent(notice)));
    event.put("livemode", Boolean.parseBoolean(account.option("livemode")));
    event.put("pending_webhooks", 1);
    event.put("type", type(notice));
    return event;
  }

  private static Map<String, Object> intent(Notice notice) {
    boolean paid = notice.status() == Notice.Status.SUCCESS;
    var intent = new LinkedHashMap<String, Object>();
    intent.put("id", notice.transactionId());
    intent.put("object", "payment_intent");
    intent.put("amount", notice.amount().minor());
    intent.put("amount_received", paid ? notice.amount().minor() : 0);
    intent.put("currency", notice.amount().currencyCode().toLowerCase(Locale.ROOT));
    intent.put("metadata", Map.of("order_no", notice.orderNo()));
    intent.put("status", status(notice));
    return intent;
  }

  /** A failed attempt is not an order's end here: the buyer may try another card. */
  private static String type(Notice notice) {
    return switch (notice.status()) {
      case SUCCESS -> "payment_intent.succeeded";
      case FAIL -> "payment_intent.payment_failed";
      case CLOSED -> "payment_intent.canceled";
    };
  }

  private static String status(Notice notice) {
    return switch (notice.status()) {
      case SUCCESS -> "succeeded";
      case FAIL -> "requires_payment_method";
      case CLOSED -> "canceled";
    };
  }
}

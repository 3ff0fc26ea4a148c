package io.payrelay.ingress.stripe;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.channel.Verdict.Genuine;
import io.payrelay.ingress.channel.Verdict.Ignored;
import io.payrelay.ingress.channel.Verdict.Refused;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON of a verified event. Strict about what it uses, indifferent to the rest. */
final class StripeEvent {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final Pattern ORDER_NO = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern IDENTIFIER = Pattern.compile("[!-~]{1,128}");
  private static final long LATEST_SECOND = 253_402_300_799L; // of the year 9999

  /** Ends the reading; the message names the field, never its value. */
  private static final class BadField extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadField(String message) {
      super(message, null, false, false);
    }
  }

  private final JsonNode event;
  private final JsonNode object;
  private final StripeOptions options;

  private StripeEvent(JsonNode event, StripeOptions options) {
    this.event = event;
    this.object = event.path("data").path("object");
    this.options = options;
  }

  static Verdict read(byte[] body, StripeOptions options) {
    try {
      var root = JSON.readTree(body);
      if (root == null || !root.isObject()) {
        throw new BadField("the body is not a JSON object");
      }
      return new StripeEvent(root, options).verdict();
    } catch (JacksonException e) {
      return new Refused(Refusal.BODY_MALFORMED, "the body is not valid JSON, or repeats a field");
    } catch (BadField e) {
      return new Refused(Refusal.BODY_MALFORMED, String.valueOf(e.getMessage()));
    }
  }

  private Verdict verdict() {
    return switch (text(event, "object")) {
      case "event" ->
          switch (text(event, "type")) {
            case "payment_intent.succeeded" -> payment(NoticeKind.PAID);
            case "payment_intent.payment_failed" -> payment(NoticeKind.ATTEMPT_FAILED);
            case "payment_intent.canceled" -> payment(NoticeKind.CLOSED);
            case "payment_intent.processing" -> payment(NoticeKind.PENDING);
            case "charge.refunded" -> refundedCharge();
            case "charge.refund.updated" -> refund(); // the older name of refund.updated
            case String type when type.startsWith("refund.") -> refund();
            default -> new Ignored("an event of another type");
          };
      case "v2.core.event" -> new Ignored("a thin event");
      default -> throw new BadField("object must be event");
    };
  }

  private Verdict payment(NoticeKind kind) {
    expectObject("payment_intent");
    var intent = identifier(object, "id");
    boolean paid = kind == NoticeKind.PAID;
    check(!paid || text(object, "status").equals("succeeded"), "status must be succeeded");
    return about(kind, intent, paid ? amount("amount_received") : null, null);
  }

  /** One event per refund of a charge, each with the sum so far. */
  private Verdict refundedCharge() {
    expectObject("charge");
    var charge = identifier(object, "id");
    var sum = amount("amount_refunded");
    // Since 2022 a charge comes without its refunds: the sum tells one refund from the next.
    return about(NoticeKind.REFUND, intentOf(charge), sum, charge + ":" + sum.minor());
  }

  private Verdict refund() {
    expectObject("refund");
    var refund = identifier(object, "id");
    return about(NoticeKind.REFUND, intentOf(refund), amount("amount"), refund);
  }

  private Verdict about(
      NoticeKind kind, String payment, @Nullable Money amount, @Nullable String refundId) {
    var orderNo = orderNo(kind, payment);
    return orderNo == null
        ? new Ignored("no order number of ours in metadata." + options.orderNoField())
        : new Genuine(
            new Notice(
                identifier(event, "id"),
                kind,
                identityMatches(),
                orderNo,
                payment,
                amount,
                kind == NoticeKind.PAID ? created() : null,
                refundId));
  }

  /**
   * Our order number; the payment's id stands in for it where money without one is a case: no order
   * has that number.
   */
  private @Nullable String orderNo(NoticeKind kind, String payment) {
    var value = object.path("metadata").path(options.orderNoField());
    if (value.isString() && ORDER_NO.matcher(value.stringValue()).matches()) {
      return value.stringValue();
    }
    boolean isMoney = kind == NoticeKind.PAID || kind == NoticeKind.REFUND;
    return switch (options.unknownOrder()) {
      case IGNORE -> null;
      case CASE -> isMoney && ORDER_NO.matcher(payment).matches() ? payment : null;
    };
  }

  private boolean identityMatches() {
    var livemode = event.path("livemode");
    check(livemode.isBoolean(), "livemode must be true or false");
    var account = event.hasNonNull("account") ? text(event, "account") : null;
    return livemode.booleanValue() == options.livemode()
        && Objects.equals(account, options.connectedAccount());
  }

  /** The PaymentIntent behind a charge or refund; charges of the oldest API have none. */
  private String intentOf(String self) {
    return object.hasNonNull("payment_intent") ? identifier(object, "payment_intent") : self;
  }

  private Money amount(String field) {
    var amount = integer(object, field);
    check(amount > 0, field + " must be more than nothing");
    try {
      return StripeMoney.of(amount, text(object, "currency"));
    } catch (InvalidMoneyException | ArithmeticException e) {
      throw new BadField(field + " must be minor units of an ISO 4217 currency");
    }
  }

  private Instant created() {
    var seconds = integer(event, "created");
    check(seconds >= 0 && seconds <= LATEST_SECOND, "created must be unix seconds");
    return Instant.ofEpochSecond(seconds);
  }

  private void expectObject(String name) {
    check(object.isObject(), "data.object is missing");
    check(text(object, "object").equals(name), "data.object is not the one of this event type");
  }

  private static long integer(JsonNode node, String field) {
    var value = node.path(field);
    check(value.isIntegralNumber() && value.canConvertToLong(), field + " must be an integer");
    return value.longValue();
  }

  private static String identifier(JsonNode node, String field) {
    var value = text(node, field);
    check(
        IDENTIFIER.matcher(value).matches(),
        field + " must be 1 to 128 printable ASCII characters without spaces");
    return value;
  }

  private static String text(JsonNode node, String field) {
    var value = node.path(field);
    check(value.isString(), field + " must be a string");
    return value.stringValue();
  }

  private static void check(boolean holds, String complaint) {
    if (!holds) {
      throw new BadField(complaint);
    }
  }
}

package io.payrelay.ingress.stripe;

import static io.payrelay.ingress.field.Fields.check;
import static io.payrelay.ingress.field.StrictJson.integer;
import static io.payrelay.ingress.field.StrictJson.text;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.channel.Verdict.Genuine;
import io.payrelay.ingress.channel.Verdict.Ignored;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.field.StrictJson;
import io.payrelay.ingress.field.UnknownOrder;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the JSON of a verified event. Strict about what it uses, indifferent to the rest. */
final class StripeEvent {

  private static final long LATEST_SECOND = 253_402_300_799L; // of the year 9999

  private final JsonNode event;
  private final JsonNode object;
  private final StripeOptions options;

  private StripeEvent(JsonNode event, StripeOptions options) {
    this.event = event;
    this.object = event.path("data").path("object");
    this.options = options;
  }

  static Verdict read(byte[] body, StripeOptions options) {
    return Fields.verdict(() -> new StripeEvent(StrictJson.object(body), options).verdict());
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
      default -> throw new BadFieldException("object must be event");
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
    var theirs = object.path("metadata").path(options.orderNoField());
    return options
        .unknownOrder()
        .orderNo(theirs.isString() ? theirs.stringValue() : null, payment, kind)
        .<Verdict>map(
            orderNo ->
                new Genuine(
                    new Notice(
                        identifier(event, "id"),
                        kind,
                        identityMatches(),
                        orderNo,
                        payment,
                        amount,
                        kind == NoticeKind.PAID ? created() : null,
                        refundId)))
        .orElseGet(
            () -> new Ignored(UnknownOrder.NOT_OURS + " in metadata." + options.orderNoField()));
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
      throw new BadFieldException(field + " must be minor units of an ISO 4217 currency");
    }
  }

  private Instant created() {
    var seconds = Math.clamp(integer(event, "created"), 0, LATEST_SECOND);
    return Fields.time("created", Instant.ofEpochSecond(seconds));
  }

  private void expectObject(String name) {
    check(object.isObject(), "data.object is missing");
    check(text(object, "object").equals(name), "data.object is not the one of this event type");
  }

  private static String identifier(JsonNode node, String field) {
    return Fields.id(field, text(node, field));
  }
}

package io.payrelay.ingress.unionpay;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.field.UnknownOrder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a verified notice. */
record UnionPayNotice(SignedForm form, UnionPayOptions options) {

  private static final Pattern ID = Pattern.compile("[0-9A-Za-z]{1,64}");
  private static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss").withResolverStyle(ResolverStyle.STRICT);

  /** By {@code txnType}; a hold (02, 32) moves no money, a payout (12) pays no order. */
  Verdict verdict() {
    return switch (text("txnType")) {
      case "01", "03", "11" -> payment(); // purchase, completed pre-authorisation, direct debit
      case "04", "31", "33" -> refund(); // return, voided purchase, voided completion
      default -> new Verdict.Ignored("a transaction that is neither a payment nor a refund");
    };
  }

  private Verdict payment() {
    return switch (ResponseCode.of(text("respCode"))) {
      // UnionPay's own sample queries before it credits: a notice alone is enough by choice only.
      case SUCCEEDED ->
          about(
              options.trustNotice() ? NoticeKind.PAID : NoticeKind.PENDING,
              id("queryId"),
              amount(),
              time(),
              null);
      case UNKNOWN -> about(NoticeKind.PENDING, optionalId("queryId"), null, null, null);
      case FAILED -> about(NoticeKind.ATTEMPT_FAILED, optionalId("queryId"), null, null, null);
    };
  }

  /** A transaction of its own, which names the payment it takes back in {@code origQryId}. */
  private Verdict refund() {
    var refund = id("queryId");
    var payment = optionalId("origQryId");
    return switch (ResponseCode.of(text("respCode"))) {
      case SUCCEEDED -> about(NoticeKind.REFUND, payment, amount(), null, refund);
      case UNKNOWN -> about(NoticeKind.PENDING, payment, null, null, refund);
      // Not a failed attempt: that would be said of the payment, which stands as it stood.
      case FAILED -> new Verdict.Ignored("a refund that failed: no money moved");
    };
  }

  private Verdict about(
      NoticeKind kind,
      @Nullable String payment,
      @Nullable Money amount,
      @Nullable Instant paidAt,
      @Nullable String refund) {
    // Money is on record whether or not it is believed yet: nobody queries an order that we lack.
    var weight = amount == null ? kind : NoticeKind.PAID;
    return options
        .unknownOrder()
        .orderNo(orderId(refund != null), payment == null ? refund : payment, weight)
        .<Verdict>map(
            orderNo ->
                new Verdict.Genuine(
                    new Notice(null, kind, isOurs(), orderNo, payment, amount, paidAt, refund)))
        .orElseGet(() -> new Verdict.Ignored(UnknownOrder.NOT_OURS));
  }

  /** A refund's {@code orderId} is the refund's own number, unless the payment's is told, too. */
  private String orderId(boolean refund) {
    var original = refund ? form.get("origOrderId") : null;
    return original == null ? text("orderId") : original;
  }

  private boolean isOurs() {
    return text("merId").equals(options.merId());
  }

  private Money amount() {
    return UnionPayMoney.of(text("txnAmt"), text("currencyCode"));
  }

  /** When the order was sent to UnionPay: the only time in a notice that has a year. */
  private Instant time() {
    try {
      var local = LocalDateTime.parse(text("txnTime"), TIME);
      return Fields.time("txnTime", local.atZone(BEIJING).toInstant());
    } catch (DateTimeException e) {
      throw new BadFieldException("txnTime must be a time, yyyyMMddHHmmss");
    }
  }

  private String id(String name) {
    var value = text(name);
    Fields.check(ID.matcher(value).matches(), name + " must be 1 to 64 letters or digits");
    return value;
  }

  private @Nullable String optionalId(String name) {
    return form.get(name) == null ? null : id(name);
  }

  private String text(String name) {
    var value = form.get(name);
    if (value == null) {
      throw new BadFieldException(name + " is missing");
    }
    return value;
  }
}

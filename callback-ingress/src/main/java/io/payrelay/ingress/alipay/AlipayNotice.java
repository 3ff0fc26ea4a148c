package io.payrelay.ingress.alipay;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.InvalidMoneyException;
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
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of a verified notice. */
record AlipayNotice(AlipayMessage message, AlipayOptions options) {

  private static final String TRADE = "trade_status_sync";
  private static final String CLOSED = "TRADE_CLOSED";
  private static final String CURRENCY = "CNY";

  // Refund times come with milliseconds; payment times have been seen without.
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.SSS]", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

  Verdict verdict() {
    if (isForeign()) {
      return new Verdict.Ignored("a notice that is not about a trade");
    }
    var kind = kind();
    var tradeNo = tradeNo();
    return options
        .unknownOrder()
        .orderNo(message.get(AlipayField.OUT_TRADE_NO), tradeNo, kind)
        .<Verdict>map(orderNo -> new Verdict.Genuine(notice(kind, orderNo, tradeNo)))
        .orElseGet(() -> new Verdict.Ignored(UnknownOrder.NOT_OURS));
  }

  /** Another service's notice, such as an authorization's. What names a trade is never one. */
  private boolean isForeign() {
    return !message.get(AlipayField.NOTIFY_TYPE).equals(TRADE)
        && !message.has(AlipayField.TRADE_STATUS)
        && !message.has(AlipayField.TRADE_NO)
        && !message.has(AlipayField.OUT_TRADE_NO);
  }

  private NoticeKind kind() {
    return switch (message.get(AlipayField.TRADE_STATUS)) {
      case "WAIT_BUYER_PAY" -> NoticeKind.PENDING;
      // Either may be the first notice of a payment: FINISHED when refunds are not agreed on.
      case "TRADE_SUCCESS", "TRADE_FINISHED" -> isRefund() ? NoticeKind.REFUND : NoticeKind.PAID;
      // Closed either because nobody paid in time, or because all was paid back.
      case CLOSED ->
          isRefund() || message.has(AlipayField.GMT_PAYMENT)
              ? NoticeKind.REFUND
              : NoticeKind.CLOSED;
      default -> throw new BadFieldException("trade_status is not known");
    };
  }

  /** The status does not tell. A payment's notice may carry a refund_fee too: of 0.00. */
  private boolean isRefund() {
    return message.has(AlipayField.GMT_REFUND) || refunded() != null;
  }

  private Notice notice(NoticeKind kind, String orderNo, String tradeNo) {
    boolean identityMatches =
        message.get(AlipayField.APP_ID).equals(options.appId())
            && message.get(AlipayField.SELLER_ID).equals(options.sellerId());
    return new Notice(
        message.has(AlipayField.NOTIFY_ID)
            ? Fields.id("notify_id", message.get(AlipayField.NOTIFY_ID))
            : null,
        kind,
        identityMatches,
        orderNo,
        tradeNo,
        amount(kind),
        kind == NoticeKind.PAID ? paidAt() : null,
        kind == NoticeKind.REFUND ? tradeNo + ":" + refund() : null);
  }

  /** Strict, since it stands in for the order number where there is none of ours. */
  private String tradeNo() {
    var value = message.get(AlipayField.TRADE_NO);
    Fields.check(
        Fields.isOrderNo(value),
        "trade_no must be 1 to 64 letters, digits, hyphens or underscores");
    return value;
  }

  private @Nullable Money amount(NoticeKind kind) {
    return switch (kind) {
      case PAID -> paid();
      case REFUND -> paidBack();
      case FAILED, CLOSED, ATTEMPT_FAILED, PENDING -> null;
    };
  }

  /** The order's amount, not what the buyer paid after coupons. */
  private Money paid() {
    var total = money(AlipayField.TOTAL_AMOUNT);
    Fields.check(total.minor() > 0, "total_amount must be more than nothing");
    return total;
  }

  /** The sum of all refunds so far; null if there is none. */
  private @Nullable Money refunded() {
    if (!message.has(AlipayField.REFUND_FEE)) {
      return null;
    }
    var sum = money(AlipayField.REFUND_FEE);
    return sum.minor() > 0 ? sum : null;
  }

  /** A trade that was paid and then closed without saying how much went back: all of it. */
  private @Nullable Money paidBack() {
    var sum = refunded();
    boolean isClosed = message.get(AlipayField.TRADE_STATUS).equals(CLOSED);
    return sum == null && isClosed && message.has(AlipayField.TOTAL_AMOUNT) ? paid() : sum;
  }

  /**
   * Tells a trade's refunds apart: by the request's number, which is unique within the trade, or
   * else by the sum so far, or else by their time.
   */
  private String refund() {
    var request = message.get(AlipayField.OUT_BIZ_NO);
    if (Fields.isOrderNo(request)) {
      return request;
    }
    var sum = paidBack();
    return sum != null
        ? Long.toString(sum.minor())
        : message.get(AlipayField.GMT_REFUND).replaceAll("[^0-9]", "");
  }

  private Money money(AlipayField field) {
    try {
      return Money.parse(message.get(field), CURRENCY);
    } catch (InvalidMoneyException e) {
      throw new BadFieldException(field.parameter() + " must be yuan, such as 599.00");
    }
  }

  private @Nullable Instant paidAt() {
    if (!message.has(AlipayField.GMT_PAYMENT)) {
      return null;
    }
    try {
      var local = LocalDateTime.parse(message.get(AlipayField.GMT_PAYMENT), TIME);
      return Fields.time("gmt_payment", local.atZone(ZONE).toInstant());
    } catch (DateTimeException e) {
      throw new BadFieldException("gmt_payment must be yyyy-MM-dd HH:mm:ss");
    }
  }
}

package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.field.Fields.check;
import static io.payrelay.ingress.field.StrictJson.integer;
import static io.payrelay.ingress.field.StrictJson.optionalText;
import static io.payrelay.ingress.field.StrictJson.text;

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
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what was encrypted. A bad field ends the reading. */
record WechatV3Notice(String eventId, JsonNode resource, WechatV3Options options) {

  Verdict trade() {
    var kind =
        switch (text(resource, "trade_state")) {
          case "SUCCESS" -> NoticeKind.PAID;
          case "CLOSED", "REVOKED" -> NoticeKind.CLOSED;
          case "PAYERROR" -> NoticeKind.ATTEMPT_FAILED;
          case "NOTPAY", "USERPAYING", "ACCEPT" -> NoticeKind.PENDING;
          case "REFUND" -> NoticeKind.REFUND;
          default -> throw new BadFieldException("trade_state is not known");
        };
    boolean paid = kind == NoticeKind.PAID;
    return about(
        kind,
        is("mchid", options.mchid()) && is("appid", options.appid()),
        paid || resource.hasNonNull("transaction_id") ? id("transaction_id") : null,
        // The order's amount; what the payer paid after coupons is not ours to judge.
        paid ? amount("total") : null,
        time(),
        null);
  }

  /** A refund names no appid. Whether it succeeded or not: it is for a person to look at. */
  Verdict refund() {
    return about(
        NoticeKind.REFUND,
        is("mchid", options.mchid()),
        id("transaction_id"),
        resource.hasNonNull("amount") ? amount("refund") : null,
        null,
        id("refund_id"));
  }

  private Verdict about(
      NoticeKind kind,
      boolean ours,
      @Nullable String payment,
      @Nullable Money amount,
      @Nullable Instant paidAt,
      @Nullable String refundId) {
    return options
        .unknownOrder()
        .orderNo(optionalText(resource, "out_trade_no"), payment, kind)
        .<Verdict>map(
            orderNo ->
                new Verdict.Genuine(
                    new Notice(eventId, kind, ours, orderNo, payment, amount, paidAt, refundId)))
        .orElseGet(() -> new Verdict.Ignored(UnknownOrder.NOT_OURS + " in out_trade_no"));
  }

  /** What a service provider gets names sp_mchid and sub_mchid instead: another's money. */
  private boolean is(String field, String expected) {
    return expected.equals(optionalText(resource, field));
  }

  private Money amount(String field) {
    var amount = resource.path("amount");
    long fen = integer(amount, field);
    check(fen > 0, "amount." + field + " must be more than nothing");
    var currency = optionalText(amount, "currency");
    try {
      return Money.ofMinor(fen, currency == null ? "CNY" : currency);
    } catch (InvalidMoneyException e) {
      throw new BadFieldException("amount.currency must be an ISO 4217 currency");
    }
  }

  private @Nullable Instant time() {
    var time = optionalText(resource, "success_time");
    if (time == null) {
      return null;
    }
    try {
      return Fields.time("success_time", OffsetDateTime.parse(time).toInstant());
    } catch (DateTimeException e) {
      throw new BadFieldException("success_time must be an RFC 3339 time");
    }
  }

  private String id(String field) {
    return Fields.id(field, text(resource, field));
  }
}

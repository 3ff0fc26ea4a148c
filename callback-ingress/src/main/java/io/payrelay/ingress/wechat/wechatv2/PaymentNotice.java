package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.field.UnknownOrder;
import java.util.regex.Pattern;

/** What a verified message says about a payment. */
record PaymentNotice(WechatV2Account account, Message message) {

  private static final String SUCCESS = "SUCCESS";

  /**
   * A field that counts, inside another one's value. The signed text does not say where a value
   * ends: {@code attach=x&total_fee=1} is signed alike as one field and as two.
   */
  private static final Pattern FIELD_WITHIN =
      Pattern.compile(
          "&(return_code|result_code|trade_state|sign_type|appid|mch_id|out_trade_no"
              + "|transaction_id|total_fee|fee_type|time_end|req_info"
              + "|refund_[^=&]*|out_refund_no[^=&]*)=");

  Verdict verdict() {
    Fields.check(message.says("return_code", SUCCESS), "return_code must be SUCCESS");
    Fields.check(
        message.fields().values().stream().noneMatch(value -> FIELD_WITHIN.matcher(value).find()),
        "a value contains another field: what was signed can be read in two ways");
    // The answers of its API are signed with the same key: one to a refund has a total_fee, too.
    Fields.check(
        message.fields().keySet().stream().noneMatch(PaymentNotice::isOfRefund),
        "fields of a refund are in no notice of a payment");
    var kind = kind();
    boolean paid = kind == NoticeKind.PAID;
    var payment = paid || message.has("transaction_id") ? message.id("transaction_id") : null;
    var amount = paid ? message.money("total_fee", "fee_type") : null;
    var paidAt = paid ? message.time("time_end") : null;
    return account
        .unknownOrder()
        .orderNo(message.optional("out_trade_no"), payment, kind)
        .<Verdict>map(
            orderNo ->
                new Verdict.Genuine(
                    new Notice(
                        null, // v2 gives its notices no id
                        kind,
                        account.isNamedIn(message),
                        orderNo,
                        payment,
                        amount,
                        paidAt,
                        null)))
        .orElseGet(() -> new Verdict.Ignored(UnknownOrder.NOT_OURS));
  }

  private NoticeKind kind() {
    return switch (message.text("result_code")) {
      case SUCCESS -> message.has("trade_state") ? state() : NoticeKind.PAID;
      case "FAIL" -> NoticeKind.ATTEMPT_FAILED;
      default -> throw new BadFieldException("result_code must be SUCCESS or FAIL");
    };
  }

  /** Only notices of automatic debits have it; it may say no although result_code says yes. */
  private NoticeKind state() {
    return switch (message.text("trade_state")) {
      case SUCCESS -> NoticeKind.PAID;
      case "CLOSED", "REVOKED" -> NoticeKind.CLOSED;
      case "PAYERROR", "PAY_FAIL" -> NoticeKind.ATTEMPT_FAILED;
      case "NOTPAY", "NOPAY", "USERPAYING", "ACCEPT" -> NoticeKind.PENDING;
      case "REFUND" -> NoticeKind.REFUND;
      default -> throw new BadFieldException("trade_state is not known");
    };
  }

  private static boolean isOfRefund(String field) {
    return field.startsWith("refund_") || field.startsWith("out_refund_no");
  }
}

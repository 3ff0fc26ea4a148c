package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.field.UnknownOrder;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * The refund notice: encrypted, not signed. What decrypts comes from somebody who has the API key,
 * but ECB lets blocks be exchanged: good enough to open a case, never to move money.
 */
record RefundInfo(WechatV2Account account) {

  static final String FIELD = "req_info";

  Verdict read(Message outer, Instant now) {
    byte[] encrypted;
    try {
      encrypted = Base64.getDecoder().decode(outer.text(FIELD));
    } catch (IllegalArgumentException e) {
      return new Verdict.Refused(Refusal.SIGNATURE_MALFORMED, "req_info must be Base64");
    }
    return account
        .keysAt(now)
        .flatMap(key -> key.decrypt(encrypted).flatMap(RefundInfo::parse).stream())
        .findFirst()
        .map(refund -> verdict(outer, refund))
        .orElseGet(
            () ->
                new Verdict.Refused(
                    Refusal.SIGNATURE_WRONG, "req_info does not decrypt with this account's key"));
  }

  /** One wrong key in 256 leaves a padding that looks right: only XML is a proof. */
  private static Optional<Message> parse(byte[] decrypted) {
    try {
      return Optional.of(FlatXml.read(decrypted, "root"));
    } catch (BadFieldException e) {
      return Optional.empty();
    }
  }

  private Verdict verdict(Message outer, Message refund) {
    Fields.check(outer.says("return_code", "SUCCESS"), "return_code must be SUCCESS");
    var payment = refund.id("transaction_id");
    var refundId = refund.id("refund_id");
    var amount = refund.money("refund_fee", "refund_fee_type");
    return account
        .unknownOrder()
        .orderNo(refund.optional("out_trade_no"), payment, NoticeKind.REFUND)
        .<Verdict>map(
            orderNo ->
                new Verdict.Genuine(
                    new Notice(
                        null,
                        NoticeKind.REFUND,
                        account.isNamedIn(outer),
                        orderNo,
                        payment,
                        amount,
                        null,
                        refundId)))
        .orElseGet(() -> new Verdict.Ignored(UnknownOrder.NOT_OURS));
  }
}

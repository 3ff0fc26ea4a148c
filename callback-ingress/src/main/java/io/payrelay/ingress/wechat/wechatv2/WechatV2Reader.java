package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.channel.Verdict.Refused;
import io.payrelay.ingress.field.Fields;
import java.time.Instant;
import java.util.Optional;

/** Verifies one account's notices, and only then reads what they say. */
record WechatV2Reader(WechatV2Account account) implements CallbackReader {

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    return Fields.verdict(() -> read(FlatXml.read(request.body(), "xml"), now));
  }

  private Verdict read(Message message, Instant now) {
    // A sign that is there has to be right, also on a refund.
    if (message.has(SignType.FIELD)) {
      return objection(message, now)
          .<Verdict>map(refused -> refused)
          .orElseGet(
              () ->
                  message.has(RefundInfo.FIELD)
                      ? new RefundInfo(account).read(message, now)
                      : new PaymentNotice(account, message).verdict());
    }
    return message.has(RefundInfo.FIELD)
        ? new RefundInfo(account).read(message, now)
        : new Refused(Refusal.SIGNATURE_MISSING, "there is neither sign nor req_info");
  }

  /** Why a message is not believed; empty if one of the keys has signed it. */
  private Optional<Refused> objection(Message message, Instant now) {
    var type = account.signType();
    if (message.has("sign_type") && !message.says("sign_type", type.label())) {
      return refused(Refusal.SIGNATURE_MALFORMED, "sign_type is not the account's sign-type");
    }
    if (!type.isWellformed(message.text(SignType.FIELD))) {
      return refused(Refusal.SIGNATURE_MALFORMED, "sign must be upper-case hex of " + type.label());
    }
    return account.keysAt(now).anyMatch(key -> key.signed(message, type))
        ? Optional.empty()
        : refused(Refusal.SIGNATURE_WRONG, "no key of this account has signed this");
  }

  private static Optional<Refused> refused(Refusal why, String detail) {
    return Optional.of(new Refused(why, detail));
  }
}

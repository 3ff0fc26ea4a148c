package io.payrelay.ingress.alipay;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.rsa.RsaSignature;
import java.time.Instant;
import java.util.Optional;

/**
 * Verifies one account's notices, and only then reads them. A notice may be old: it is repeated for
 * 25 hours as it was, and carries no time of its sending that we could hold against it.
 */
record AlipayReader(AlipayKeys keys, AlipayOptions options) implements CallbackReader {

  /** Never RSA, which is SHA-1. */
  private static final String SIGN_TYPE = "RSA2";

  private static final int LONGEST_SIGN = 1024; // a key of 4096 bits needs 684

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    return Fields.verdict(
        () -> {
          var message = AlipayMessage.of(request.body());
          return objection(message, now)
              .<Verdict>map(refused -> refused)
              .orElseGet(() -> read(message));
        });
  }

  private Optional<Verdict.Refused> objection(AlipayMessage message, Instant now) {
    var sign = message.sign();
    if (sign.isEmpty()) {
      return refused(Refusal.SIGNATURE_MISSING, "sign is missing");
    }
    if (!message.signType().equals(SIGN_TYPE)) {
      return refused(Refusal.SIGNATURE_MALFORMED, "sign_type must be RSA2");
    }
    var signature =
        sign.length() <= LONGEST_SIGN ? RsaSignature.decode(sign) : Optional.<RsaSignature>empty();
    if (signature.isEmpty()) {
      return refused(
          Refusal.SIGNATURE_MALFORMED, "sign must be Base64, its pluses escaped in the form");
    }
    var candidates = keys.candidates(message.get(AlipayField.ALIPAY_CERT_SN), now);
    if (candidates.isEmpty()) {
      return refused(Refusal.KEY_UNKNOWN, "no valid key, or none with this alipay_cert_sn");
    }
    var signed = message.signed();
    return candidates.stream().anyMatch(key -> signature.get().isBy(key, signed))
        ? Optional.empty()
        : refused(Refusal.SIGNATURE_WRONG, "the signature is not these parameters'");
  }

  private Verdict read(AlipayMessage message) {
    message.checkHasOneMeaning();
    return new AlipayNotice(message, options).verdict();
  }

  private static Optional<Verdict.Refused> refused(Refusal why, String detail) {
    return Optional.of(new Verdict.Refused(why, detail));
  }
}

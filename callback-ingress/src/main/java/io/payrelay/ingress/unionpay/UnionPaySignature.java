package io.payrelay.ingress.unionpay;

import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict.Refused;
import io.payrelay.ingress.rsa.RsaKeys;
import io.payrelay.ingress.rsa.RsaSignature;
import io.payrelay.ingress.unionpay.Certificates.Judgement;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** Verifies the signature of one account's notices. */
record UnionPaySignature(UnionPayKeys keys) {

  private static final String VERSION = "5.1.0";
  private static final int LONGEST_SIGNATURE = 1_024; // as documented
  private static final int LONGEST_CERTIFICATE = 8_192;
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** Why a notice is not believed; empty if it is. */
  Optional<Refused> objection(SignedForm form, Instant now) {
    var signature = form.get("signature");
    if (signature == null) {
      return refused(Refusal.SIGNATURE_MISSING, "signature is missing");
    }
    if (signature.length() > LONGEST_SIGNATURE) {
      return refused(Refusal.SIGNATURE_MALFORMED, "signature is too long");
    }
    if (!VERSION.equals(form.get("version"))) {
      return refused(
          Refusal.SIGNATURE_MALFORMED, "version must be 5.1.0: older ones sign with SHA-1");
    }
    return switch (form.get("signMethod")) {
      case "01" -> byCertificate(form, signature, now);
      case "11" -> bySecureKey(form, signature, now);
      case null, default -> refused(Refusal.SIGNATURE_MALFORMED, "signMethod must be 01 or 11");
    };
  }

  private Optional<Refused> byCertificate(SignedForm form, String signature, Instant now) {
    if (keys.certificates().isEmpty()) {
      return refused(Refusal.KEY_UNKNOWN, "the account has no root for signMethod 01");
    }
    var pem = form.get("signPubKeyCert");
    if (pem == null) {
      return refused(Refusal.SIGNATURE_MISSING, "signPubKeyCert is missing");
    }
    if (pem.length() > LONGEST_CERTIFICATE || !RsaKeys.isCertificate(pem)) {
      return refused(Refusal.SIGNATURE_MALFORMED, "signPubKeyCert must be a certificate, as PEM");
    }
    var decoded = RsaSignature.decode(signature);
    if (decoded.isEmpty()) {
      return refused(Refusal.SIGNATURE_MALFORMED, "signature must be plain Base64");
    }
    return switch (keys.certificates().judge(pem, now)) {
      case Judgement.Distrusted(var why, var detail) -> refused(why, detail);
      case Judgement.Trusted(var key) ->
          decoded.get().isBy(key, form.digest()) ? Optional.empty() : wrong();
    };
  }

  private Optional<Refused> bySecureKey(SignedForm form, String signature, Instant now) {
    var valid = keys.secureKeys().stream().filter(key -> key.isValidAt(now)).toList();
    if (valid.isEmpty()) {
      return refused(Refusal.KEY_UNKNOWN, "the account has no secure key for signMethod 11 now");
    }
    if (!DIGEST.matcher(signature).matches()) {
      return refused(Refusal.SIGNATURE_MALFORMED, "signature must be a SHA-256 in lower-case hex");
    }
    return valid.stream().anyMatch(key -> key.signed(form, signature)) ? Optional.empty() : wrong();
  }

  private static Optional<Refused> wrong() {
    return refused(Refusal.SIGNATURE_WRONG, "the signature is not this notice's");
  }

  private static Optional<Refused> refused(Refusal why, String detail) {
    return Optional.of(new Refused(why, detail));
  }
}

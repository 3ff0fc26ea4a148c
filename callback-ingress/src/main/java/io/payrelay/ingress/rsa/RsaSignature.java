package io.payrelay.ingress.rsa;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Optional;

/** A signature of SHA256withRSA, as channels send it: in Base64. */
public record RsaSignature(byte[] bytes) {

  /** Empty if it is not Base64, or not the one spelling of its bytes that Base64 prescribes. */
  public static Optional<RsaSignature> decode(String base64) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Base64.getEncoder().encodeToString(bytes).equals(base64)
        ? Optional.of(new RsaSignature(bytes))
        : Optional.empty();
  }

  /** Whether the key's owner signed these parts, one after the other. Never throws. */
  public boolean isBy(PublicKey key, byte[]... signed) {
    try {
      var verifier = Signature.getInstance("SHA256withRSA");
      verifier.initVerify(key);
      for (var part : signed) {
        verifier.update(part);
      }
      return verifier.verify(bytes);
    } catch (GeneralSecurityException e) {
      return false; // a signature of another length, for one
    }
  }
}

package io.payrelay.sandbox.channel;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** SHA256withRSA, as several channels sign: the signature in Base64. */
final class RsaSigner {

  private RsaSigner() {}

  /** Signs these parts, one after the other, with a private key in PKCS #8 and Base64. */
  static String sign(String pkcs8Base64, byte[]... parts) {
    try {
      var encoded = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pkcs8Base64));
      var signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(KeyFactory.getInstance("RSA").generatePrivate(encoded));
      for (var part : parts) {
        signer.update(part);
      }
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the sandbox's key is no RSA private key in PKCS #8", e);
    }
  }
}

package io.payrelay.ingress.rsa;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Reads the public keys and certificates of an account's settings. */
public final class RsaKeys {

  private static final String CERTIFICATE = "-----BEGIN CERTIFICATE-----";
  private static final int FEWEST_BITS = 2048;

  private RsaKeys() {}

  /** Whether a setting holds a certificate, rather than a bare public key. */
  public static boolean isCertificate(String pem) {
    return pem.strip().startsWith(CERTIFICATE);
  }

  /**
   * A bare public key, with or without its PEM armour.
   *
   * @param where names the setting in complaints
   * @throws InvalidSettingException if it is none, or too short to be trusted
   */
  public static PublicKey publicKey(String pem, String where) {
    var base64 = pem.replaceAll("-----(BEGIN|END) PUBLIC KEY-----|\\s", "");
    try {
      var encoded = new X509EncodedKeySpec(Base64.getDecoder().decode(base64));
      return checked(KeyFactory.getInstance("RSA").generatePublic(encoded), where);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidSettingException(where + " must be an RSA public key, as PEM");
    }
  }

  /**
   * A certificate with an RSA key; its validity is not looked at here.
   *
   * @param where names the setting in complaints
   * @throws InvalidSettingException if it is none, or its key is too short to be trusted
   */
  public static X509Certificate certificate(String pem, String where) {
    try {
      var certificate = parse(pem.strip().getBytes(StandardCharsets.US_ASCII));
      checked(certificate.getPublicKey(), where);
      return certificate;
    } catch (CertificateException e) {
      throw new InvalidSettingException(where + " must be a certificate, as PEM");
    }
  }

  /** One certificate out of bytes that anybody may have sent. */
  public static X509Certificate parse(byte[] pem) throws CertificateException {
    var factory = CertificateFactory.getInstance("X.509");
    return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(pem));
  }

  private static PublicKey checked(PublicKey key, String where) {
    Setting.check(
        key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= FEWEST_BITS,
        where,
        "must be an RSA key of at least " + FEWEST_BITS + " bits");
    return key;
  }
}

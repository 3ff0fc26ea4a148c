package io.payrelay.ingress.alipay;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates like Alipay's, made for one test. */
final class TestCertificates {

  /** Whoever signs certificates. */
  record Authority(String name, KeyPair keys, X509Certificate certificate) {

    String pem() {
      return TestCertificates.pem(certificate);
    }
  }

  static final Instant FROM = AlipaySender.NOW.minus(Duration.ofDays(365));
  static final Instant UNTIL = AlipaySender.NOW.plus(Duration.ofDays(365));

  private TestCertificates() {}

  static Authority root(String name) {
    var keys = AlipaySender.pair(2048);
    return new Authority(
        name, keys, issue(name, keys, name, keys, "SHA256withRSA", 1, true, FROM, UNTIL));
  }

  static Authority below(Authority parent, String name, Instant until) {
    var keys = AlipaySender.pair(2048);
    var certificate =
        issue(name, keys, parent.name(), parent.keys(), "SHA256withRSA", 2, true, FROM, until);
    return new Authority(name, keys, certificate);
  }

  static X509Certificate leaf(
      Authority parent, KeyPair keys, long serial, Instant from, Instant until) {
    return issue(
        "CN=Alipay-2088731909746398",
        keys,
        parent.name(),
        parent.keys(),
        "SHA256withRSA",
        serial,
        false,
        from,
        until);
  }

  static X509Certificate issue(
      String name,
      KeyPair keys,
      String issuer,
      KeyPair by,
      String algorithm,
      long serial,
      boolean signsOthers,
      Instant from,
      Instant until) {
    try {
      var builder =
          new JcaX509v3CertificateBuilder(
              new X500Name(issuer),
              BigInteger.valueOf(serial),
              Date.from(from),
              Date.from(until),
              new X500Name(name),
              keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(signsOthers));
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(new JcaContentSignerBuilder(algorithm).build(by.getPrivate())));
    } catch (GeneralSecurityException | OperatorException | IOException e) {
      throw new AssertionError(e);
    }
  }

  static String pem(X509Certificate... certificates) {
    var pem = new StringBuilder();
    for (var one : certificates) {
      try {
        pem.append(pem(one.getEncoded()));
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
    return pem.toString();
  }

  static String pem(byte[] encoded) {
    return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
        .formatted(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded));
  }
}

package io.payrelay.ingress.unionpay;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes certificates, right ones and wrong ones. */
final class Pki {

  static final Instant FROM = Instant.parse("2025-01-01T00:00:00Z");
  static final Instant UNTIL = Instant.parse("2027-01-01T00:00:00Z");
  static final String UNIONPAY_CN = "041@8310000000083040@中国银联股份有限公司@00016495";

  private static final AtomicLong SERIALS = new AtomicLong(1);

  // Keys are slow to make, and no test minds sharing them.
  static final KeyPair ROOT_KEY = newKey(2048);
  static final KeyPair OTHER_ROOT_KEY = newKey(2048);
  static final KeyPair MIDDLE_KEY = newKey(2048);
  static final KeyPair LEAF_KEY = newKey(2048);

  static final Certified ROOT = new Request("Test Root", ROOT_KEY).authority().selfSigned();
  static final Certified OTHER_ROOT =
      new Request("Other Root", OTHER_ROOT_KEY).authority().selfSigned();
  static final Certified MIDDLE = new Request("Test OCA1", MIDDLE_KEY).authority().by(ROOT);
  static final Certified UNIONPAY = new Request(UNIONPAY_CN, LEAF_KEY).by(ROOT);

  private Pki() {}

  /** A certificate, and the key that belongs to it. */
  record Certified(X509Certificate certificate, X500Name subject, PrivateKey key) {

    /** As UnionPay sends it: lines of 64 characters that end in CRLF. */
    String pem() {
      return pem("\r\n");
    }

    String pem(String newline) {
      try {
        var base64 =
            Base64.getMimeEncoder(64, newline.getBytes(StandardCharsets.US_ASCII))
                .encodeToString(certificate.getEncoded());
        return String.join(
            newline, "-----BEGIN CERTIFICATE-----", base64, "-----END CERTIFICATE-----");
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** What a certificate shall say; a signing one of now, unless told otherwise. */
  record Request(
      X500Name subject,
      KeyPair pair,
      Instant from,
      Instant until,
      int usage,
      boolean isAuthority,
      String algorithm) {

    Request(String cn, KeyPair pair) {
      this(name(new DERUTF8String(cn)), pair);
    }

    Request(X500Name subject, KeyPair pair) {
      this(
          subject,
          pair,
          FROM,
          UNTIL,
          KeyUsage.digitalSignature | KeyUsage.nonRepudiation,
          false,
          "SHA256withRSA");
    }

    Request valid(Instant newFrom, Instant newUntil) {
      return new Request(subject, pair, newFrom, newUntil, usage, isAuthority, algorithm);
    }

    Request authority() {
      return new Request(
          subject, pair, from, until, KeyUsage.keyCertSign | KeyUsage.cRLSign, true, algorithm);
    }

    /** Without a usage there is no such extension at all. */
    Request usage(int newUsage) {
      return new Request(subject, pair, from, until, newUsage, isAuthority, algorithm);
    }

    Request algorithm(String newAlgorithm) {
      return new Request(subject, pair, from, until, usage, isAuthority, newAlgorithm);
    }

    Certified selfSigned() {
      return issued(subject, pair.getPrivate());
    }

    Certified by(Certified issuer) {
      return issued(issuer.subject(), issuer.key());
    }

    private Certified issued(X500Name issuer, PrivateKey by) {
      try {
        var builder =
            new JcaX509v3CertificateBuilder(
                issuer,
                BigInteger.valueOf(SERIALS.incrementAndGet()),
                Date.from(from),
                Date.from(until),
                subject,
                pair.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
        if (usage != 0) {
          builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
        }
        var holder = builder.build(new JcaContentSignerBuilder(algorithm).build(by));
        var certificate = new JcaX509CertificateConverter().getCertificate(holder);
        return new Certified(certificate, subject, pair.getPrivate());
      } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
  }

  static X500Name name(ASN1Encodable cn) {
    return new X500NameBuilder(BCStyle.INSTANCE)
        .addRDN(BCStyle.C, "CN")
        .addRDN(BCStyle.O, "CFCA OCA1")
        .addRDN(BCStyle.CN, cn)
        .build();
  }

  static KeyPair newKey(int bits) {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}

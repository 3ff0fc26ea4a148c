package io.payrelay.ingress.alipay;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.rsa.RsaKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Alipay's certificate, which its file gives together with those above it.
 *
 * @param key the key it vouches for
 * @param number what Alipay calls it in {@code alipay_cert_sn}
 * @param from when it and those above it begin to be valid
 * @param until when the first of them ends
 */
record AlipayCertificate(PublicKey key, String number, Instant from, Instant until) {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----");

  /**
   * The first certificate of a file.
   *
   * @param where names the setting in complaints
   * @param roots one of which it must lead to, unless there are none
   * @throws InvalidSettingException if it is none, or leads to none of them
   */
  static AlipayCertificate of(String pem, String where, Set<X509Certificate> roots) {
    var leaf = RsaKeys.certificate(pem, where);
    var chain = new ArrayList<>(List.of(leaf));
    readable(pem).stream().filter(one -> !one.equals(leaf) && !isRoot(one)).forEach(chain::add);
    var from = Instant.MIN;
    var until = Instant.MAX;
    for (var one : chain) {
      from = later(from, one.getNotBefore().toInstant());
      until = earlier(until, one.getNotAfter().toInstant());
    }
    Setting.check(!from.isAfter(until), where, "has certificates that are never valid together");
    if (!roots.isEmpty()) {
      checkLeads(chain, roots, from, where);
    }
    return new AlipayCertificate(leaf.getPublicKey(), number(leaf), from, until);
  }

  /** The RSA certificates of a file; Alipay's root file has some that the JDK can't read (SM2). */
  static List<X509Certificate> readable(String pem) {
    return BLOCK
        .matcher(pem)
        .results()
        .map(MatchResult::group)
        .flatMap(AlipayCertificate::parse)
        .toList();
  }

  private static Stream<X509Certificate> parse(String block) {
    try {
      return Stream.of(RsaKeys.parse(block.getBytes(StandardCharsets.US_ASCII)))
          .filter(one -> one.getPublicKey() instanceof RSAPublicKey);
    } catch (CertificateException e) {
      return Stream.empty(); // it has no RSA key, so it has signed none of the others
    }
  }

  boolean isValidAt(Instant now) {
    return !now.isBefore(from) && !now.isAfter(until);
  }

  /** As of a time when all of them were valid: whether they still are is asked for each notice. */
  private static void checkLeads(
      List<X509Certificate> chain, Set<X509Certificate> roots, Instant at, String where) {
    try {
      var anchors =
          roots.stream().map(root -> new TrustAnchor(root, null)).collect(Collectors.toSet());
      var parameters = new PKIXParameters(anchors);
      parameters.setRevocationEnabled(false); // nothing is fetched while an account is opened
      parameters.setDate(Date.from(at));
      CertPathValidator.getInstance("PKIX")
          .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
    } catch (GeneralSecurityException e) {
      throw new InvalidSettingException(where + " must be a certificate that leads to the root");
    }
  }

  /** Alipay's own number: MD5 of issuer and serial. It names a certificate and proves nothing. */
  private static String number(X509Certificate certificate) {
    var named = certificate.getIssuerX500Principal().getName() + certificate.getSerialNumber();
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("MD5").digest(named.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }

  private static boolean isRoot(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}

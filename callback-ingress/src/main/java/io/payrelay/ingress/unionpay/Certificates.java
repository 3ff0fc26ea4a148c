package io.payrelay.ingress.unionpay;

import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.rsa.RsaKeys;
import io.payrelay.ingress.rsa.Validity;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Judges the certificate that a notice brings along. Whatever it says of itself counts for nothing
 * until an authority of ours vouches for it, and even then it has to be UnionPay's own: the same
 * authorities certify merchants. Thread-safe.
 */
final class Certificates {

  /** What a certificate is worth now. */
  sealed interface Judgement {

    /** UnionPay's: this key signs notices. */
    record Trusted(PublicKey key) implements Judgement {}

    /** Not believed. */
    record Distrusted(Refusal why, String detail) implements Judgement {}
  }

  /** Vouched for by a path, as long as all of it is valid. */
  private record Vouched(X509Certificate certificate, List<Authority> path) {
    boolean isValidAt(Instant now) {
      return Validity.of(certificate).holdsAt(now)
          && path.stream().allMatch(authority -> authority.isValidAt(now));
    }
  }

  /** UnionPay uses one certificate at a time; only what is trusted gets a place. */
  static final int MOST_REMEMBERED = 16;

  private static final int FEWEST_BITS = 2048;
  private static final int DIGITAL_SIGNATURE = 0;
  private static final int NON_REPUDIATION = 1;

  private final TrustPaths paths;
  private final String cn;
  private final Map<String, Vouched> remembered = new ConcurrentHashMap<>();

  Certificates(List<Authority> roots, List<Authority> middles, String cn) {
    this.paths = new TrustPaths(roots, middles);
    this.cn = cn;
  }

  /** Whether there is any authority to ask. */
  boolean isEmpty() {
    return paths.isEmpty();
  }

  int remembered() {
    return remembered.size();
  }

  Judgement judge(String pem, Instant now) {
    var known = remembered.get(pem);
    if (known != null && known.isValidAt(now)) {
      return new Judgement.Trusted(known.certificate().getPublicKey());
    }
    X509Certificate certificate;
    try {
      certificate = RsaKeys.parse(pem.getBytes(StandardCharsets.US_ASCII));
    } catch (CertificateException | RuntimeException e) {
      // Not only the declared exception: these bytes are anybody's.
      return new Judgement.Distrusted(
          Refusal.SIGNATURE_MALFORMED, "signPubKeyCert must be a certificate, as PEM");
    }
    return judge(pem, certificate, now);
  }

  private Judgement judge(String pem, X509Certificate certificate, Instant now) {
    if (!(certificate.getPublicKey() instanceof RSAPublicKey key)
        || key.getModulus().bitLength() < FEWEST_BITS) {
      return forged("the certificate has no RSA key of at least " + FEWEST_BITS + " bits");
    }
    if (!Validity.of(certificate).holdsAt(now)) {
      return forged("the certificate has expired, or is not valid yet");
    }
    if (!maySign(certificate)) {
      return forged("the certificate is not one to sign with");
    }
    if (!CommonName.thirdPart(certificate).filter(cn::equals).isPresent()) {
      return forged("the certificate does not name UnionPay: is options.cn right?");
    }
    var path = paths.find(certificate, now);
    if (path.isEmpty()) {
      return new Judgement.Distrusted(
          Refusal.KEY_UNKNOWN, "no root of the account's vouches for the certificate now");
    }
    remember(pem, new Vouched(certificate, path.get()));
    return new Judgement.Trusted(key);
  }

  private void remember(String pem, Vouched vouched) {
    if (remembered.size() >= MOST_REMEMBERED) {
      remembered.clear();
    }
    remembered.put(pem, vouched);
  }

  /** UnionPay's certificates state both uses; one that states none is not restricted. */
  private static boolean maySign(X509Certificate certificate) {
    var uses = certificate.getKeyUsage();
    return uses == null || uses[DIGITAL_SIGNATURE] || uses[NON_REPUDIATION];
  }

  private static Judgement forged(String detail) {
    return new Judgement.Distrusted(Refusal.SIGNATURE_WRONG, detail);
  }
}

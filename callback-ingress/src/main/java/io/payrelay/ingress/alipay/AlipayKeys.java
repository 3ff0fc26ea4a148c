package io.payrelay.ingress.alipay;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.rsa.RsaKeys;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Alipay's keys that this account believes: bare, or in certificates. */
record AlipayKeys(List<Platform> platform) {

  /** One of them; a certificate ends its key's validity, too. */
  record Platform(KeySettings settings, PublicKey key, @Nullable AlipayCertificate certificate) {

    boolean isValidAt(Instant now) {
      return settings.isValidAt(now) && (certificate == null || certificate.isValidAt(now));
    }

    /** Whether it may be meant; a bare key has no number to compare. */
    boolean isCalled(String certificateNumber) {
      return certificate == null || certificate.number().equalsIgnoreCase(certificateNumber);
    }
  }

  private static final String ROOT = "root";

  static AlipayKeys of(List<KeySettings> keys) {
    var roots = roots(keys);
    var platform = new ArrayList<Platform>();
    for (int i = 0; i < keys.size(); i++) {
      if (!keys.get(i).id().equals(ROOT)) {
        platform.add(platform(keys.get(i), "keys[%d].secret".formatted(i), roots));
      }
    }
    Setting.check(!platform.isEmpty(), "keys", "needs Alipay's public key, or its certificate");
    Setting.check(
        roots.isEmpty() || platform.stream().anyMatch(one -> one.certificate() != null),
        "keys",
        "has a root, but no certificate that it could vouch for");
    return new AlipayKeys(List.copyOf(platform));
  }

  /**
   * The keys that may have signed a notice. In practice notices name no certificate, only answers
   * do; where one does, no other certificate counts.
   *
   * @param certificateNumber empty if the notice names none
   */
  List<PublicKey> candidates(String certificateNumber, Instant now) {
    return platform.stream()
        .filter(one -> one.isValidAt(now))
        .filter(one -> certificateNumber.isEmpty() || one.isCalled(certificateNumber))
        .map(Platform::key)
        .toList();
  }

  private static Platform platform(KeySettings settings, String where, Set<X509Certificate> roots) {
    if (!RsaKeys.isCertificate(settings.secret())) {
      return new Platform(settings, RsaKeys.publicKey(settings.secret(), where), null);
    }
    var certificate = AlipayCertificate.of(settings.secret(), where, roots);
    return new Platform(settings, certificate.key(), certificate);
  }

  private static Set<X509Certificate> roots(List<KeySettings> keys) {
    var roots = new HashSet<X509Certificate>();
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).id().equals(ROOT)) {
        var found = AlipayCertificate.readable(keys.get(i).secret());
        Setting.check(
            !found.isEmpty(),
            "keys[%d].secret".formatted(i),
            "must be root certificates, as PEM, one of them with an RSA key");
        roots.addAll(found);
      }
    }
    return Set.copyOf(roots);
  }
}

package io.payrelay.ingress.unionpay;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.rsa.RsaKeys;
import io.payrelay.ingress.rsa.Validity;
import java.security.cert.X509Certificate;
import java.time.Instant;

/** A certificate that may stand above the one that signs. */
record Authority(KeySettings settings, X509Certificate certificate) {

  static Authority of(KeySettings settings, String where) {
    var certificate = RsaKeys.certificate(settings.secret(), where);
    // A signing certificate pinned as a root would be trusted past every other check.
    Setting.check(
        certificate.getBasicConstraints() >= 0,
        where,
        "must be the certificate of an authority (basicConstraints CA:TRUE), not one that signs"
            + " notices");
    return new Authority(settings, certificate);
  }

  /** The validity of both the setting and the certificate: PKIX ignores an expired root. */
  boolean isValidAt(Instant now) {
    return settings.isValidAt(now) && Validity.of(certificate).holdsAt(now);
  }
}

package io.payrelay.ingress.unionpay;

import java.security.cert.X509Certificate;
import java.time.Instant;

/** When a certificate counts. */
final class Validity {

  private Validity() {}

  static boolean covers(X509Certificate certificate, Instant now) {
    return !now.isBefore(certificate.getNotBefore().toInstant())
        && !now.isAfter(certificate.getNotAfter().toInstant());
  }
}

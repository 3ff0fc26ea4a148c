package io.payrelay.ingress.rsa;

import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * From when until when a certificate is valid; both ends are within (RFC 5280, 4.1.2.5). Unlike
 * {@link X509Certificate#checkValidity()} it asks no clock of its own.
 */
public record Validity(Instant from, Instant until) {

  /** A certificate's own. */
  public static Validity of(X509Certificate certificate) {
    return new Validity(
        certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
  }

  /** Whether it is valid then. */
  public boolean holdsAt(Instant now) {
    return !now.isBefore(from) && !now.isAfter(until);
  }
}

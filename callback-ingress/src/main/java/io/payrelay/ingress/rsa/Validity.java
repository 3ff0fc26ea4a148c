package io.payrelay.ingress.rsa;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Calendar;
import java.util.GregorianCalendar;

/**
 * From when until when a certificate is valid; both ends are within (RFC 5280, 4.1.2.5). Unlike
 * {@link X509Certificate#checkValidity()} it asks no clock of its own.
 */
public record Validity(Instant from, Instant until) {

  /** A certificate's own. */
  public static Validity of(X509Certificate certificate) {
    // The certificate speaks in java.util.Date, which main code keeps away from.
    var calendar = new GregorianCalendar(1970, Calendar.JANUARY, 1);
    calendar.setTime(certificate.getNotBefore());
    var from = calendar.toInstant();
    calendar.setTime(certificate.getNotAfter());
    return new Validity(from, calendar.toInstant());
  }

  /** Whether it is valid then. */
  public boolean holdsAt(Instant now) {
    return !now.isBefore(from) && !now.isAfter(until);
  }
}

package io.payrelay.ingress.channel;

import java.util.Locale;

/**
 * Why a callback gets the failure acknowledgement, with the HTTP status for channels that do not
 * prescribe another. Never a 2xx: several channels end their retries on any 200.
 */
public enum Refusal {
  SIGNATURE_MISSING(401),
  /** A channel's own headers are not there: it is forged, or a proxy before us strips them. */
  HEADERS_MISSING(401),
  SIGNATURE_MALFORMED(401),
  SIGNATURE_WRONG(401),
  TIMESTAMP_OUTSIDE_TOLERANCE(401),
  /** The channel's own test of our verification: refused like a forgery, but no alarm. */
  PROBE(401),
  /** Signed with a key that we do not have, yet: the channel's retry may find it loaded. */
  KEY_UNKNOWN(503),
  /** Verified, but not what the channel's format says. */
  BODY_MALFORMED(400),
  /** Genuine and on record, but the amount is not the order's. */
  AMOUNT_MISMATCH(422),
  ACCOUNT_UNKNOWN(404),
  METHOD_NOT_ALLOWED(405),
  BODY_TOO_LARGE(413),
  /** The body broke off or took too long to arrive. */
  BODY_INCOMPLETE(408),
  OVERLOADED(503),
  /** The broker did not confirm: it is away, blocked, full or late. */
  NOT_STORED(503),
  /** A fault of ours. */
  INTERNAL(500);

  private final int status;

  Refusal(int status) {
    this.status = status;
  }

  public int status() {
    return status;
  }

  /** As metrics and logs name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

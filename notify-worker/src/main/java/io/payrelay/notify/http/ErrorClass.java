package io.payrelay.notify.http;

/** Why an attempt failed. */
public enum ErrorClass {
  /** The host's name leads nowhere. */
  DNS,
  /** Nobody listens there, or the network refuses. */
  REFUSED,
  /** No trusted connection: certificate, protocol. */
  TLS,
  /** The one deadline passed, in whatever phase. */
  TIMEOUT,
  /** The connection broke before the answer was complete. */
  RESET,
  /** What came back was no HTTP. */
  PROTOCOL,
  /** An answer other than 2xx; redirects too. */
  STATUS,
  /** A 2xx without the agreed body. */
  BODY,
  /** The URL leads to an address that is not permitted. */
  BLOCKED_ADDRESS,
  /** The worker itself could not make the attempt. */
  INTERNAL,
  /** The worker ended during the attempt: whether the merchant heard it is unknown. */
  LOST
}

package io.payrelay.ingress.channel;

import java.time.Instant;

/** Verifies and reads the callbacks of one configured account. Thread-safe. */
@FunctionalInterface
public interface CallbackReader {

  /**
   * Judges one callback. Nothing a sender can put into a request makes it throw.
   *
   * @param now when the callback arrived, for timestamps and for the keys' validity
   */
  Verdict read(CallbackRequest request, Instant now);
}

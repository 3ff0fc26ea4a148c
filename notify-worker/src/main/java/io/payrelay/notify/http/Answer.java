package io.payrelay.notify.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of one call. */
public sealed interface Answer {

  /** The merchant said yes. */
  record Accepted(int status, String excerpt, Phases phases) implements Answer {}

  /**
   * It did not.
   *
   * @param status of the answer, if there was one
   * @param excerpt the beginning of the answer, or what went wrong; free of control characters
   * @param retryAfter when the merchant asked to be called again, if it did
   */
  record Failed(
      ErrorClass error,
      @Nullable Integer status,
      String excerpt,
      @Nullable Duration retryAfter,
      Phases phases)
      implements Answer {}

  Phases phases();

  String excerpt();

  /** {@code DELIVERED} or the error class. */
  default String outcome() {
    return switch (this) {
      case Accepted _ -> "DELIVERED";
      case Failed failed -> failed.error().name();
    };
  }

  /** The HTTP status, null if there was no answer. */
  default @Nullable Integer httpStatus() {
    return switch (this) {
      case Accepted accepted -> (Integer) accepted.status();
      case Failed failed -> failed.status();
    };
  }
}

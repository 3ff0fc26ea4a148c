package io.payrelay.ops.deadletter;

import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** Times inside AMQP headers, which the client reads and writes as {@link Date}s. */
final class AmqpTime {

  private AmqpTime() {}

  /** The time in a header, or null if it holds something else. */
  static @Nullable Instant read(@Nullable Object header) {
    return header instanceof Date date ? date.toInstant() : null;
  }

  static Object write(Instant time) {
    return Date.from(time);
  }
}

package io.payrelay.ops.deadletter;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why and when a message died: by the broker's own history, else by our headers. */
record Death(DeadLetterCause cause, String detail, @Nullable Instant at) {

  // What a database can hold and a person can mean.
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  static Death of(String origin, Map<String, Object> headers) {
    return byBroker(origin, headers).orElseGet(() -> byUs(headers));
  }

  /**
   * The broker put it here itself. A letter of ours is a new message without broker history, so a
   * delivery limit in the history is the latest word.
   */
  private static Optional<Death> byBroker(String origin, Map<String, Object> headers) {
    if (!(headers.get("x-death") instanceof List<?> deaths)) {
      return Optional.empty();
    }
    for (var death : deaths) {
      if (death instanceof Map<?, ?> entry
          && origin.equals(String.valueOf(entry.get("queue")))
          && "delivery_limit".equals(String.valueOf(entry.get("reason")))) {
        return Optional.of(
            new Death(
                DeadLetterCause.DELIVERY_LIMIT,
                "the broker gave up after too many redeliveries from " + origin,
                sane(AmqpTime.read(entry.get("time")))));
      }
    }
    return Optional.empty();
  }

  private static Death byUs(Map<String, Object> headers) {
    var at = instant(headers.get(DeadLetterHeaders.DIED_AT));
    var detail = text(headers.get(DeadLetterHeaders.DETAIL));
    var name = text(headers.get(DeadLetterHeaders.CAUSE));
    if (name.isEmpty()) {
      return new Death(DeadLetterCause.REJECTED, ("came without a cause. " + detail).strip(), at);
    }
    try {
      return new Death(DeadLetterCause.valueOf(name), detail, at);
    } catch (IllegalArgumentException e) {
      return new Death(DeadLetterCause.REJECTED, "cause " + name + ": " + detail, at);
    }
  }

  private static String text(@Nullable Object header) {
    return header == null ? "" : header.toString();
  }

  private static @Nullable Instant instant(@Nullable Object header) {
    try {
      return header == null ? null : sane(Instant.parse(header.toString()));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable Instant sane(@Nullable Instant at) {
    return at != null && at.isAfter(EARLIEST) && at.isBefore(LATEST) ? at : null;
  }
}

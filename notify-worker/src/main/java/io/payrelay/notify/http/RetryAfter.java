package io.payrelay.notify.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The header by which a merchant asks for time: seconds or an HTTP date (RFC 9110, 10.2.3). */
final class RetryAfter {

  private RetryAfter() {}

  /** The wait it asks for; null if it can't be read or lies in the past. */
  static @Nullable Duration parse(String value, Instant now) {
    var text = value.strip();
    if (text.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      var wait =
          Duration.between(
              now, ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
      return wait.isPositive() ? wait : null;
    } catch (DateTimeException e) {
      return null;
    }
  }
}

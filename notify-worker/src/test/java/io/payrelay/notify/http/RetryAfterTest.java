package io.payrelay.notify.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void seconds_and_http_dates_are_read() {
    assertThat(RetryAfter.parse(" 90 ", NOW)).isEqualTo(Duration.ofSeconds(90));
    assertThat(RetryAfter.parse("Thu, 1 Jan 2026 00:02:00 GMT", NOW))
        .isEqualTo(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-5", "soon", "1e9", "99999999999", "Wed, 31 Dec 2025 00:00:00 GMT"})
  void nonsense_and_the_past_are_ignored(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isNull();
  }
}

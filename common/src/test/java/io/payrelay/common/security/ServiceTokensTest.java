package io.payrelay.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTokensTest {

  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
  private static final Clock NOW =
      Clock.fixed(Instant.parse("2026-03-01T08:00:00Z"), ZoneOffset.UTC);

  private final ServiceTokens tokens = new ServiceTokens(KEY, NOW);

  @Test
  void a_token_names_its_caller_to_its_audience_only() {
    var token = tokens.issue("ops-console", "notify-worker");

    assertThat(tokens.verify(token, "notify-worker")).contains("ops-console");
    assertThat(tokens.verify(token, "order-core")).isEmpty();
  }

  @Test
  void a_token_ends_after_two_minutes() {
    var token = tokens.issue("ops-console", "notify-worker");

    assertThat(later(Duration.ofMinutes(2)).verify(token, "notify-worker")).isPresent();
    assertThat(later(Duration.ofSeconds(121)).verify(token, "notify-worker")).isEmpty();
  }

  @Test
  void a_token_with_any_changed_character_is_refused() {
    var token = tokens.issue("ops-console", "notify-worker");
    for (int i = 0; i < token.length() - 1; i++) {
      var forged = new StringBuilder(token);
      forged.setCharAt(i, token.charAt(i) == 'A' ? 'B' : 'A');
      assertThat(tokens.verify(forged.toString(), "notify-worker")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a.b", "!!.!!", "no dot at all", "...."})
  void a_malformed_token_is_refused_without_an_exception(String token) {
    assertThat(tokens.verify(token, "notify-worker")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "not base64 !", "AAAAAAAAAAAAAAAAAAAAAA=="})
  void a_weak_key_is_refused_by_name_and_never_repeated(String key) {
    assertThatThrownBy(() -> new ServiceTokens(key, NOW))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.service-key")
        .message()
        .doesNotContain("AAAA");
  }

  private static ServiceTokens later(Duration by) {
    return new ServiceTokens(KEY, Clock.offset(NOW, by));
  }
}

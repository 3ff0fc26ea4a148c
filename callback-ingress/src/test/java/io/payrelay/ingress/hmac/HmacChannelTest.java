package io.payrelay.ingress.hmac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HmacChannelTest {

  private final HmacChannel channel = new HmacChannel();

  @Test
  void success_is_said_in_its_own_words() {
    var answer = channel.accepted();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(text(answer.body())).isEqualTo("{\"code\":\"SUCCESS\",\"message\":\"OK\"}");
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_is_never_a_200(Refusal why) {
    var answer = channel.refused(why, "for a reason");
    assertThat(answer.status()).isEqualTo(why.status()).isGreaterThanOrEqualTo(400);
    assertThat(text(answer.body())).isEqualTo("{\"code\":\"FAIL\",\"message\":\"for a reason\"}");
  }

  @Test
  void a_reason_with_quotes_stays_json() {
    assertThat(text(channel.refused(Refusal.INTERNAL, "a \"b\"").body())).contains("a \\\"b\\\"");
  }

  @Test
  void a_short_secret_is_refused_without_repeating_it() {
    var account = account(Map.of(), new KeySettings("k1", "short-secret", null, null));
    assertThatThrownBy(() -> channel.open(account))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("keys[0].secret")
        .hasMessageNotContaining("short-secret");
  }

  @Test
  void an_option_it_does_not_have_is_refused() {
    var account = account(Map.of("app-id", "1"), new KeySettings("k1", "x".repeat(32), null, null));
    assertThatThrownBy(() -> channel.open(account)).hasMessageContaining("options");
  }

  private static AccountSettings account(Map<String, String> options, KeySettings... keys) {
    return new AccountSettings("hmac", "shop", List.of(keys), options);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

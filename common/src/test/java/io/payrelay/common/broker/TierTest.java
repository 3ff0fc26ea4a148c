package io.payrelay.common.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TierTest {

  @ParameterizedTest
  @CsvSource({"15s,15s", "90s,90s", "120s,2m", "3m,3m", "60m,1h", "2h,2h", "24h,1d", "7d,7d"})
  void equal_delays_have_one_name(String text, String name) {
    assertThat(Tier.parse(text).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "15", "s", "0s", "-1s", "1.5h", "15 s", "15S", "8d", "PT15S", "1w"})
  void an_unknown_format_is_refused(String text) {
    assertThatThrownBy(() -> Tier.parse(text)).isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void a_tier_is_whole_seconds() {
    assertThatThrownBy(() -> new Tier(Duration.ofMillis(1_500)))
        .isInstanceOf(InvalidSettingException.class);
  }
}

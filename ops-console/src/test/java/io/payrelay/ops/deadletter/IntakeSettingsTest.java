package io.payrelay.ops.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IntakeSettingsTest {

  private static final Duration LEAST = Duration.ofMillis(500);
  private static final Duration MOST = Duration.ofSeconds(30);

  @Test
  void the_wait_doubles_up_to_the_longest_and_never_overflows() {
    var settings = new IntakeSettings(50, LEAST, MOST);

    assertThat(settings.waitAfter(1)).isEqualTo(LEAST);
    assertThat(settings.waitAfter(3)).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.waitAfter(8)).isEqualTo(MOST);
    assertThat(settings.waitAfter(Integer.MAX_VALUE)).isEqualTo(MOST);
  }

  @Test
  void each_bound_is_refused_by_name() {
    assertRefused(() -> new IntakeSettings(0, LEAST, MOST), "payrelay.intake.prefetch");
    assertRefused(() -> new IntakeSettings(50, Duration.ZERO, MOST), "payrelay.intake.retry-least");
    assertRefused(
        () -> new IntakeSettings(50, LEAST, Duration.ofMillis(499)), "payrelay.intake.retry-most");
  }

  private static void assertRefused(Runnable settings, String key) {
    assertThatThrownBy(settings::run)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(key);
  }
}

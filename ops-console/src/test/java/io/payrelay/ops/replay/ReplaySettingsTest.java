package io.payrelay.ops.replay;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.broker.PublisherSettings;
import io.payrelay.common.config.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReplaySettingsTest {

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void a_lease_that_a_slow_replay_could_outlive_is_refused() {
    new ReplaySettings(seconds(2), seconds(10), seconds(22));

    assertRefused(
        () -> new ReplaySettings(seconds(2), seconds(10), seconds(21)), "payrelay.replay.lease");
  }

  @Test
  void the_publishers_confirm_timeout_counts_too() {
    var settings = new ReplaySettings(seconds(2), seconds(10), seconds(60));
    var slow = new PublisherSettings(1, 16, seconds(55), seconds(1));

    assertRefused(() -> settings.check(slow), "payrelay.publisher.confirm-timeout");
  }

  @Test
  void each_bound_is_refused_by_name() {
    assertRefused(
        () -> new ReplaySettings(Duration.ZERO, seconds(10), seconds(60)),
        "payrelay.replay.connect-timeout");
    assertRefused(
        () -> new ReplaySettings(seconds(2), Duration.ZERO, seconds(60)),
        "payrelay.replay.read-timeout");
    assertRefused(
        () -> new ReplaySettings(seconds(2), seconds(10), Duration.ofHours(2)),
        "payrelay.replay.lease");
  }

  private static void assertRefused(Runnable settings, String key) {
    assertThatThrownBy(settings::run)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(key);
  }
}

package io.payrelay.ops.deadletter;

import io.payrelay.common.config.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How dead letters are moved into the store. Bound from {@code payrelay.intake}.
 *
 * @param prefetch letters per queue that may be on their way
 * @param retryLeast the first wait when the database is away
 * @param retryMost the waits double up to this
 */
@ConfigurationProperties("payrelay.intake")
record IntakeSettings(
    @DefaultValue("50") int prefetch,
    @DefaultValue("500ms") Duration retryLeast,
    @DefaultValue("30s") Duration retryMost) {

  IntakeSettings {
    Setting.within(prefetch, 1, 1_000, "payrelay.intake.prefetch");
    Setting.within(
        retryLeast, Duration.ofMillis(10), Duration.ofMinutes(1), "payrelay.intake.retry-least");
    Setting.within(retryMost, retryLeast, Duration.ofMinutes(5), "payrelay.intake.retry-most");
  }

  /** The wait after {@code failures} failures in a row. */
  Duration waitAfter(int failures) {
    var wait = retryLeast.multipliedBy(1L << Math.min(failures - 1, 20));
    return wait.compareTo(retryMost) < 0 ? wait : retryMost;
  }
}

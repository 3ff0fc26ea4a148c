package io.payrelay.ops.replay;

import io.payrelay.common.broker.PublisherSettings;
import io.payrelay.common.config.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How one dead letter is replayed. Bound from {@code payrelay.replay}.
 *
 * @param connectTimeout to notify-worker
 * @param readTimeout for notify-worker's whole answer
 * @param lease how long a replay keeps others off its letter; longer than any replay can take
 */
@ConfigurationProperties("payrelay.replay")
record ReplaySettings(
    @DefaultValue("2s") Duration connectTimeout,
    @DefaultValue("10s") Duration readTimeout,
    @DefaultValue("60s") Duration lease) {

  private static final Duration MARGIN = Duration.ofSeconds(10);

  ReplaySettings {
    Setting.within(
        connectTimeout,
        Duration.ofMillis(100),
        Duration.ofSeconds(30),
        "payrelay.replay.connect-timeout");
    Setting.within(
        readTimeout, Duration.ofMillis(100), Duration.ofMinutes(2), "payrelay.replay.read-timeout");
    Setting.within(lease, Duration.ofSeconds(1), Duration.ofHours(1), "payrelay.replay.lease");
    Setting.check(
        lease.compareTo(connectTimeout.plus(readTimeout).plus(MARGIN)) >= 0,
        "payrelay.replay.lease",
        "(%s) must be at least connect-timeout + read-timeout + %s: raise the lease or lower the timeouts"
            .formatted(lease, MARGIN));
  }

  /** The publisher's part of the bound: its settings are another record. */
  void check(PublisherSettings publisher) {
    Setting.check(
        lease.compareTo(publisher.confirmTimeout().plus(MARGIN)) >= 0,
        "payrelay.replay.lease",
        "(%s) must be at least payrelay.publisher.confirm-timeout (%s) + %s"
            .formatted(lease, publisher.confirmTimeout(), MARGIN));
  }
}

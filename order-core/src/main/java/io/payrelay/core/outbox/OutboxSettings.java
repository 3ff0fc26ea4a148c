package io.payrelay.core.outbox;

import io.payrelay.common.broker.PublisherSettings;
import io.payrelay.common.config.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Bound from {@code payrelay.outbox}.
 *
 * @param batchSize events claimed and published at once
 * @param pollInterval how often it looks for what no wake-up told of
 * @param lease for how long a claimed event is left alone by the other nodes
 */
@ConfigurationProperties("payrelay.outbox")
public record OutboxSettings(
    @DefaultValue("200") int batchSize,
    @DefaultValue("1s") Duration pollInterval,
    @DefaultValue("30s") Duration lease) {

  public OutboxSettings {
    Setting.within(batchSize, 1, 2_000, "payrelay.outbox.batch-size");
    Setting.within(
        pollInterval,
        Duration.ofMillis(50),
        Duration.ofMinutes(1),
        "payrelay.outbox.poll-interval");
    Setting.within(lease, Duration.ofSeconds(1), Duration.ofMinutes(10), "payrelay.outbox.lease");
  }

  /** Refuses a lease that can end before a batch has its confirms, and a batch too big to fly. */
  OutboxSettings checkedAgainst(PublisherSettings publisher) {
    Setting.check(
        lease.compareTo(publisher.confirmTimeout().multipliedBy(2)) > 0,
        "payrelay.outbox.lease",
        "(%s) must exceed twice payrelay.publisher.confirm-timeout (%s)"
            .formatted(lease, publisher.confirmTimeout()));
    Setting.check(
        batchSize <= publisher.maxInFlight(),
        "payrelay.outbox.batch-size",
        "(%d) must not exceed payrelay.publisher.max-in-flight (%d)"
            .formatted(batchSize, publisher.maxInFlight()));
    return this;
  }
}

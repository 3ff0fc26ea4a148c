package io.payrelay.notify.config;

import io.payrelay.common.config.Setting;
import io.payrelay.common.net.NetworkRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How this worker delivers. Bound from {@code payrelay.notify}; {@code application.yaml} explains
 * each key.
 */
@ConfigurationProperties("payrelay.notify")
public record NotifySettings(
    @DefaultValue("10s") Duration deadline,
    @DefaultValue("30s") Duration lease,
    @DefaultValue("6000") int maxInFlight,
    @DefaultValue("4500") int maxRetriesInFlight,
    @DefaultValue("15s") Duration drain,
    @DefaultValue("true") boolean httpsOnly,
    @DefaultValue List<String> allowedNetworks,
    @DefaultValue("2h") Duration retryAfterCap,
    @DefaultValue Map<String, List<String>> plans,
    @DefaultValue Sweep sweep,
    @DefaultValue Consumers consumers) {

  /** What a lease must have left after the deadline: time to record the attempt. */
  public static final Duration LEASE_MARGIN = Duration.ofSeconds(5);

  private static final String PREFIX = "payrelay.notify.";

  public NotifySettings {
    Setting.within(deadline, Duration.ofMillis(100), Duration.ofMinutes(2), PREFIX + "deadline");
    Setting.check(
        lease.compareTo(deadline.plus(LEASE_MARGIN)) > 0,
        PREFIX + "lease",
        "(%s) must exceed %sdeadline (%s) + %s: raise the lease or lower the deadline"
            .formatted(text(lease), PREFIX, text(deadline), text(LEASE_MARGIN)));
    Setting.check(
        lease.compareTo(Duration.ofHours(1)) <= 0, PREFIX + "lease", "must be at most 1h");
    Setting.within(maxInFlight, 1, 100_000, PREFIX + "max-in-flight");
    Setting.within(maxRetriesInFlight, 1, maxInFlight, PREFIX + "max-retries-in-flight");
    Setting.check(
        drain.compareTo(deadline) > 0,
        PREFIX + "drain",
        "(%s) must exceed %sdeadline (%s), else a shutdown cuts attempts off"
            .formatted(text(drain), PREFIX, text(deadline)));
    Setting.within(retryAfterCap, Duration.ZERO, Duration.ofDays(7), PREFIX + "retry-after-cap");
    allowedNetworks = List.copyOf(allowedNetworks);
    plans = Map.copyOf(plans);
  }

  /**
   * The networks that are open although they are special.
   *
   * @throws io.payrelay.common.config.InvalidSettingException if one is no network
   */
  public List<NetworkRange> networks() {
    return allowedNetworks.stream().map(NetworkRange::parse).toList();
  }

  /**
   * When rows that the queues forgot are found.
   *
   * @param grace how long a row may be overdue before the sweeper steps in
   * @param spacing the least time between two reminders of one row
   * @param limit rows per sweep, of each kind
   */
  public record Sweep(
      @DefaultValue("5s") Duration every,
      @DefaultValue("2s") Duration grace,
      @DefaultValue("30s") Duration spacing,
      @DefaultValue("500") int limit) {

    public Sweep {
      Setting.within(every, Duration.ofMillis(100), Duration.ofHours(1), PREFIX + "sweep.every");
      Setting.within(grace, Duration.ZERO, Duration.ofHours(1), PREFIX + "sweep.grace");
      Setting.within(spacing, Duration.ofMillis(100), Duration.ofDays(1), PREFIX + "sweep.spacing");
      Setting.within(limit, 1, 100_000, PREFIX + "sweep.limit");
    }
  }

  /** Consumers per queue, and the messages each takes ahead. */
  public record Consumers(
      @DefaultValue("4") int settlements,
      @DefaultValue("2") int deliveries,
      @DefaultValue("50") int prefetch) {

    public Consumers {
      Setting.within(settlements, 1, 64, PREFIX + "consumers.settlements");
      Setting.within(deliveries, 1, 64, PREFIX + "consumers.deliveries");
      Setting.within(prefetch, 1, 2_000, PREFIX + "consumers.prefetch");
    }
  }

  private static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }
}

package io.payrelay.core.settlement;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.broker.Topology;
import io.payrelay.common.config.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Bound from {@code payrelay.settlement}.
 *
 * @param consumers consumers on this node
 * @param batchSize callbacks taken together at most
 * @param batchWait how long a batch waits for its next callback
 * @param transactionTimeout after this a booking is rolled back
 * @param databasePause the longest pause between two tries while the database is away
 * @param unknownOrderTiers waits of a paid callback whose order is not there; after the last the
 *     money goes to suspense
 * @param adoptionInterval how often suspended payments look for an order that has appeared
 */
@ConfigurationProperties("payrelay.settlement")
public record SettlementSettings(
    @DefaultValue("2") int consumers,
    @DefaultValue("100") int batchSize,
    @DefaultValue("5ms") Duration batchWait,
    @DefaultValue("10s") Duration transactionTimeout,
    @DefaultValue("5s") Duration databasePause,
    @DefaultValue({"1s", "5s", "30s", "5m"}) List<String> unknownOrderTiers,
    @DefaultValue("10s") Duration adoptionInterval,
    @DefaultValue GuardSettings guard) {

  private static final String KEY = "payrelay.settlement.";

  public SettlementSettings {
    Setting.within(consumers, 1, 32, KEY + "consumers");
    Setting.within(batchSize, 1, 100, KEY + "batch-size");
    Setting.within(batchWait, Duration.ofMillis(1), Duration.ofMillis(100), KEY + "batch-wait");
    Setting.within(
        transactionTimeout,
        Duration.ofSeconds(1),
        Duration.ofMinutes(1),
        KEY + "transaction-timeout");
    Setting.within(
        databasePause, Duration.ofMillis(100), Duration.ofMinutes(1), KEY + "database-pause");
    Setting.within(
        adoptionInterval, Duration.ofMillis(100), Duration.ofHours(1), KEY + "adoption-interval");
    Setting.check(
        guard.lockTtl().compareTo(transactionTimeout) > 0,
        GuardSettings.KEY + "lock-ttl",
        "(%s) must exceed %stransaction-timeout (%s): raise the one or lower the other"
            .formatted(guard.lockTtl(), KEY, transactionTimeout));
    for (var tier : unknownOrderTiers) {
      Setting.check(
          Topology.CALLBACK_TIERS.contains(Tier.parse(tier)),
          KEY + "unknown-order-tiers",
          "may only name " + Topology.CALLBACK_TIERS + ", not " + tier);
    }
    unknownOrderTiers = List.copyOf(unknownOrderTiers);
  }

  /** The wait after so many lookups in vain, or empty when it is time to give up. */
  Optional<Tier> waitAfter(int lookups) {
    return lookups < unknownOrderTiers.size()
        ? Optional.of(Tier.parse(unknownOrderTiers.get(lookups)))
        : Optional.empty();
  }

  /**
   * How Redis is used. Bound from {@code payrelay.settlement.guard}.
   *
   * @param lockTtl after this a crashed consumer's lock is gone; about twice the transaction
   *     timeout
   * @param processingTtl the same for its PROCESSING mark
   * @param successTtl for how long Redis answers repeats of a settled payment
   * @param handleTtl for how long it tells about a deferred or failed one
   * @param deferrals how often a callback waits for a held lock before it goes without the guard
   */
  public record GuardSettings(
      @DefaultValue("20s") Duration lockTtl,
      @DefaultValue("300s") Duration processingTtl,
      @DefaultValue("3d") Duration successTtl,
      @DefaultValue("600s") Duration handleTtl,
      @DefaultValue("2") int deferrals) {

    private static final String KEY = SettlementSettings.KEY + "guard.";

    public GuardSettings {
      Setting.within(lockTtl, Duration.ofSeconds(1), Duration.ofMinutes(5), KEY + "lock-ttl");
      Setting.within(
          processingTtl, Duration.ofSeconds(1), Duration.ofHours(1), KEY + "processing-ttl");
      Setting.within(successTtl, Duration.ofMinutes(1), Duration.ofDays(30), KEY + "success-ttl");
      Setting.within(handleTtl, Duration.ofSeconds(1), Duration.ofDays(1), KEY + "handle-ttl");
      Setting.within(deferrals, 0, 10, KEY + "deferrals");
    }
  }
}

package io.payrelay.notify.plan;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.broker.Topology;
import io.payrelay.common.config.Setting;
import io.payrelay.notify.config.NotifySettings;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/** All retry plans, and the tiers they need. */
@Component
public final class RetryPlans {

  public static final String DEFAULT = "default";

  private final Map<String, RetryPlan> plans = new TreeMap<>();
  private final NavigableSet<Tier> tiers = new TreeSet<>(Topology.NOTIFY_TIERS);

  RetryPlans(NotifySettings settings) {
    settings.plans().forEach((name, delays) -> plans.put(name, RetryPlan.parse(name, delays)));
    Setting.check(
        plans.containsKey(DEFAULT),
        "payrelay.notify.plans.default",
        "must exist: it is the fallback");
    plans.values().forEach(plan -> tiers.addAll(plan.tiers()));
  }

  public boolean has(String name) {
    return plans.containsKey(name);
  }

  /** The plan of that name; one that was removed from the settings is followed as the default. */
  public RetryPlan named(String name) {
    var plan = plans.get(name);
    return plan != null ? plan : defaultPlan();
  }

  private RetryPlan defaultPlan() {
    var plan = plans.get(DEFAULT);
    if (plan == null) {
      throw new IllegalStateException("checked at start-up");
    }
    return plan;
  }

  /** Every delay that has a queue. */
  public NavigableSet<Tier> tiers() {
    return new TreeSet<>(tiers);
  }

  /** The shortest delay that is long enough, or the longest there is. */
  public Tier atLeast(Duration wait) {
    return tiers.stream()
        .filter(tier -> tier.delay().compareTo(wait) >= 0)
        .findFirst()
        .orElseGet(tiers::last);
  }
}

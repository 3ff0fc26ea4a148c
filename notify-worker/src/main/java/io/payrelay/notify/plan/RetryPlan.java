package io.payrelay.notify.plan;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import java.util.List;
import java.util.Optional;

/**
 * A named list of delays: when a failed attempt is tried again. Bound from {@code
 * payrelay.notify.plans.<name>}.
 */
public record RetryPlan(String name, List<Tier> tiers) {

  public RetryPlan {
    Setting.check(!tiers.isEmpty(), key(name), "needs at least one delay");
    tiers = List.copyOf(tiers);
  }

  static RetryPlan parse(String name, List<String> delays) {
    try {
      return new RetryPlan(name, delays.stream().map(Tier::parse).toList());
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(key(name) + ": " + e.getMessage());
    }
  }

  /**
   * The delay before the next attempt, or empty when the plan is used up: then the notification is
   * dead-lettered.
   *
   * @param position how many delays of this plan have been used
   */
  public Optional<Tier> after(int position) {
    return position < tiers.size() ? Optional.of(tiers.get(position)) : Optional.empty();
  }

  private static String key(String name) {
    return "payrelay.notify.plans." + name;
  }
}

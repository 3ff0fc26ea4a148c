package io.payrelay.notify.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.notify.config.NotifySettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RetryPlansTest {

  @Test
  void a_plan_gives_its_delays_in_order_and_then_none() {
    var plan = RetryPlan.parse("p", List.of("1s", "2m"));

    assertThat(plan.after(0)).hasValue(Tier.parse("1s"));
    assertThat(plan.after(1)).hasValue(Tier.parse("2m"));
    assertThat(plan.after(2)).isEmpty();
  }

  @Test
  void a_plan_that_can_not_be_right_is_refused_by_its_name() {
    assertThatThrownBy(() -> RetryPlan.parse("mine", List.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify.plans.mine");
    assertThatThrownBy(() -> RetryPlan.parse("mine", List.of("15s", "soon")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify.plans.mine")
        .hasMessageContaining("soon");
    assertThatThrownBy(() -> plans(Map.of("other", "1s")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify.plans.default");
  }

  @Test
  void every_delay_of_every_plan_has_a_tier() {
    var plans = plans(Map.of("default", "15s,7m", "long", "6h,1d"));

    assertThat(plans.tiers()).contains(Tier.parse("7m"), Tier.parse("6h"), Tier.parse("1d"));
  }

  @Test
  void a_plan_that_was_removed_is_followed_as_the_default() {
    assertThat(plans(Map.of("default", "15s")).named("gone").name()).isEqualTo("default");
  }

  @Test
  void a_wait_takes_the_smallest_tier_that_is_long_enough() {
    var plans = plans(Map.of("default", "15s"));

    assertThat(plans.atLeast(Duration.ofMillis(1))).isEqualTo(Tier.parse("1s"));
    assertThat(plans.atLeast(Duration.ofSeconds(15))).isEqualTo(Tier.parse("15s"));
    assertThat(plans.atLeast(Duration.ofSeconds(31))).isEqualTo(Tier.parse("3m"));
    assertThat(plans.atLeast(Duration.ofDays(3))).isEqualTo(Tier.parse("2h"));
  }

  static RetryPlans plans(Map<String, String> delays) {
    var source = new MapConfigurationPropertySource();
    delays.forEach((name, list) -> source.put("payrelay.notify.plans." + name, list));
    return new RetryPlans(new Binder(source).bindOrCreate("payrelay.notify", NotifySettings.class));
  }
}

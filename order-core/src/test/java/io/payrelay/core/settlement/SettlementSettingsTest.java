package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.broker.Tier;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SettlementSettingsTest {

  private static SettlementSettings bind(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate("payrelay.settlement", SettlementSettings.class);
  }

  private static ThrowingCallable binding(String key, String value) {
    return () -> bind(Map.of("payrelay.settlement." + key, value));
  }

  @Test
  void the_defaults() {
    var settings = bind(Map.of());

    assertThat(settings.consumers()).isEqualTo(2);
    assertThat(settings.batchSize()).isEqualTo(100);
    assertThat(settings.batchWait()).hasMillis(5);
    assertThat(settings.transactionTimeout()).hasSeconds(10);
    assertThat(settings.databasePause()).hasSeconds(5);
    assertThat(settings.adoptionInterval()).hasSeconds(10);
    assertThat(settings.guard().lockTtl()).hasSeconds(20);
    assertThat(settings.guard().processingTtl()).hasSeconds(300);
    assertThat(settings.guard().successTtl()).hasDays(3);
    assertThat(settings.guard().handleTtl()).hasSeconds(600);
    assertThat(settings.guard().deferrals()).isEqualTo(2);
  }

  @Test
  void an_unknown_order_is_looked_up_once_per_tier_and_once_more() {
    var settings = bind(Map.of());

    assertThat(settings.waitAfter(0)).contains(Tier.parse("1s"));
    assertThat(settings.waitAfter(1)).contains(Tier.parse("5s"));
    assertThat(settings.waitAfter(2)).contains(Tier.parse("30s"));
    assertThat(settings.waitAfter(3)).contains(Tier.parse("5m"));
    assertThat(settings.waitAfter(4)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "consumers,0",
    "consumers,33",
    "batch-size,0",
    "batch-size,101",
    "batch-wait,0ms",
    "batch-wait,101ms",
    "transaction-timeout,500ms",
    "database-pause,1ms",
    "adoption-interval,1ms",
    "unknown-order-tiers,2s",
    "unknown-order-tiers,soon",
    "guard.lock-ttl,10s",
    "guard.lock-ttl,10m",
    "guard.processing-ttl,0s",
    "guard.success-ttl,1s",
    "guard.handle-ttl,2d",
    "guard.deferrals,-1",
  })
  void what_can_not_be_right_is_refused_by_name(String key, String value) {
    assertThatThrownBy(binding(key, value))
        .rootCause()
        .hasMessageContaining(value.equals("soon") ? "soon" : "payrelay.settlement." + key);
  }
}

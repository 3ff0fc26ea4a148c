package io.payrelay.common.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class PublisherSettingsTest {

  @Test
  void the_defaults_are_the_measured_ones() {
    assertThat(bind(Map.of()))
        .isEqualTo(new PublisherSettings(4, 2048, Duration.ofSeconds(2), Duration.ofMillis(500)));
  }

  @Test
  void each_key_is_read() {
    assertThat(
            bind(
                Map.of(
                    "payrelay.publisher.channels", "8",
                    "payrelay.publisher.max-in-flight", "100",
                    "payrelay.publisher.confirm-timeout", "1s",
                    "payrelay.publisher.reconnect-delay", "2s")))
        .isEqualTo(new PublisherSettings(8, 100, Duration.ofSeconds(1), Duration.ofSeconds(2)));
  }

  @ParameterizedTest
  @CsvSource({
    "channels,0", "channels,65", "max-in-flight,3", "max-in-flight,1000001",
    "confirm-timeout,99ms", "confirm-timeout,61s", "reconnect-delay,49ms", "reconnect-delay,61s"
  })
  void each_bound_is_refused_by_name(String key, String value) {
    var name = "payrelay.publisher." + key;
    assertThatThrownBy(() -> bind(Map.of(name, value)))
        .rootCause()
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(name);
  }

  private static PublisherSettings bind(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate("payrelay.publisher", PublisherSettings.class);
  }
}

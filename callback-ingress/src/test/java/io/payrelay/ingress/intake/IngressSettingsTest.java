package io.payrelay.ingress.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.intake.IngressSettings.MismatchAck;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class IngressSettingsTest {

  @Test
  void defaults() {
    assertThat(bind(Map.of()))
        .isEqualTo(new IngressSettings(1024, Duration.ofSeconds(5), MismatchAck.FAILURE));
  }

  @Test
  void every_key() {
    assertThat(
            bind(
                Map.of(
                    "payrelay.ingress.max-in-flight", "7",
                    "payrelay.ingress.body-timeout", "2s",
                    "payrelay.ingress.mismatch-ack", "success")))
        .isEqualTo(new IngressSettings(7, Duration.ofSeconds(2), MismatchAck.SUCCESS));
  }

  @Test
  void what_cannot_be_right_is_refused_by_name() {
    assertRefused("payrelay.ingress.max-in-flight", 0, Duration.ofSeconds(5));
    assertRefused("payrelay.ingress.body-timeout", 1, Duration.ZERO);
    assertRefused("payrelay.ingress.body-timeout", 1, Duration.ofHours(1));
  }

  private static void assertRefused(String key, int maxInFlight, Duration bodyTimeout) {
    assertThatThrownBy(() -> new IngressSettings(maxInFlight, bodyTimeout, MismatchAck.FAILURE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(key);
  }

  private static IngressSettings bind(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate("payrelay.ingress", IngressSettings.class);
  }
}

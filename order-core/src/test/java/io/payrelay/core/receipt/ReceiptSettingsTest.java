package io.payrelay.core.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ReceiptSettingsTest {

  private static ReceiptSettings bind(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate("payrelay.receipts", ReceiptSettings.class);
  }

  @Test
  void the_defaults() {
    var settings = bind(Map.of());

    assertThat(settings.keep()).hasDays(180);
    assertThat(settings.keepBody()).hasDays(14);
    assertThat(settings.purgeInterval()).hasMinutes(10);
    assertThat(settings.purgeBatch()).isEqualTo(1_000);
  }

  @ParameterizedTest
  @CsvSource({
    "keep, 1h",
    "keep, 4000d",
    "keep-body, -1s",
    "keep-body, 181d",
    "purge-interval, 0s",
    "purge-interval, 2d",
    "purge-batch, 0",
    "purge-batch, 10001"
  })
  void what_can_not_be_right_is_refused_by_name(String key, String value) {
    assertThatThrownBy(() -> bind(Map.of("payrelay.receipts." + key, value)))
        .rootCause()
        .hasMessageContaining("payrelay.receipts." + key);
  }
}

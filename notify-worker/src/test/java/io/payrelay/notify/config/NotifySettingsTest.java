package io.payrelay.notify.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.ClassPathResource;

class NotifySettingsTest {

  @Test
  void the_documented_file_holds_the_defaults() throws IOException {
    var sources = new MutablePropertySources();
    new YamlPropertySourceLoader()
        .load("file", new ClassPathResource("application.yaml"))
        .forEach(sources::addLast);
    var fromFile =
        new Binder(ConfigurationPropertySources.from(sources))
            .bindOrCreate("payrelay.notify", NotifySettings.class);

    assertThat(withoutPlans(fromFile)).isEqualTo(withoutPlans(bind(Map.of())));
    assertThat(fromFile.plans())
        .containsEntry("default", List.of("15s", "30s", "3m", "10m", "30m", "2h"))
        .containsEntry("sandbox", List.of("1s", "2s", "3s"));
  }

  @Test
  void fault_06_every_setting_stands_in_the_documented_file() throws IOException {
    var file = new ClassPathResource("application.yaml").getContentAsString(StandardCharsets.UTF_8);
    var names = new ArrayList<String>();
    for (var type :
        List.of(NotifySettings.class, NotifySettings.Sweep.class, NotifySettings.Consumers.class)) {
      Arrays.stream(Objects.requireNonNull(type.getRecordComponents()))
          .forEach(
              part ->
                  names.add(part.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)));
    }

    assertThat(names).allSatisfy(name -> assertThat(file).containsPattern("(?m)^ +" + name + ":"));
  }

  @Test
  void fault_11_a_lease_that_does_not_outlast_the_deadline_is_refused() {
    assertThatThrownBy(() -> bind(Map.of("lease", "20s", "deadline", "25s")))
        .rootCause()
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "payrelay.notify.lease (20s) must exceed payrelay.notify.deadline (25s) + 5s:"
                + " raise the lease or lower the deadline");
    assertThatThrownBy(() -> bind(Map.of("lease", "15s")))
        .rootCause()
        .hasMessageContaining("lease");
    assertThat(bind(Map.of("lease", "16s")).lease()).isEqualTo(Duration.ofSeconds(16));
  }

  @ParameterizedTest
  @CsvSource({
    "deadline, 0s",
    "deadline, 3m",
    "lease, 2h",
    "max-in-flight, 0",
    "max-retries-in-flight, 6001",
    "drain, 10s",
    "retry-after-cap, 8d",
    "sweep.every, 1ms",
    "sweep.grace, 2h",
    "sweep.spacing, 0s",
    "sweep.limit, 0",
    "consumers.settlements, 0",
    "consumers.deliveries, 65",
    "consumers.prefetch, 0"
  })
  void what_can_not_be_right_is_refused_by_its_name(String key, String value) {
    assertThatThrownBy(() -> bind(Map.of(key, value)))
        .rootCause()
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify." + key);
  }

  @Test
  void a_network_that_is_none_is_refused() {
    var settings = bind(Map.of("allowed-networks", "10.0.0.0/8,nonsense"));

    assertThatThrownBy(settings::networks).isInstanceOf(InvalidSettingException.class);
  }

  private static NotifySettings withoutPlans(NotifySettings s) {
    return new NotifySettings(
        s.deadline(),
        s.lease(),
        s.maxInFlight(),
        s.maxRetriesInFlight(),
        s.drain(),
        s.httpsOnly(),
        s.allowedNetworks(),
        s.retryAfterCap(),
        Map.of(),
        s.sweep(),
        s.consumers());
  }

  private static NotifySettings bind(Map<String, String> values) {
    var source = new MapConfigurationPropertySource();
    values.forEach((key, value) -> source.put("payrelay.notify." + key, value));
    return new Binder(source).bindOrCreate("payrelay.notify", NotifySettings.class);
  }
}

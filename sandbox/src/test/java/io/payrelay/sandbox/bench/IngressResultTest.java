package io.payrelay.sandbox.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.payrelay.sandbox.bench.Measured.What;
import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.report.Report;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arithmetic behind the figures, and each check from both sides. */
class IngressResultTest {

  private final Map<What, Double> values = new EnumMap<>(What.class);

  IngressResultTest() {
    for (var what : What.values()) {
      values.put(what, 0.0);
    }
    values.put(What.HTTP_LIMIT_PER_S, 12_000.0);
    values.put(What.WRK_PER_S, 13_000.0);
    values.put(What.BROKER_LIMIT_PER_S, 6_000.0);
    values.put(What.PERFTEST_PER_S, 7_000.0);
    values.put(What.ACKED_PER_S, 2_000.0); // half of 1 / (1/12000 + 1/6000)
    values.put(What.ABSORBED_PER_S, 4_000.0);
    values.put(What.ABSORBED, 10_000.0);
    values.put(What.P99_MS, 12.0);
  }

  private Report report(String channel) {
    var measured = new Measured();
    values.forEach(measured::add);
    return new IngressResult(new IngressPlan(channel, 256, 1, 3), measured).report();
  }

  @Test
  void the_limit_is_one_bare_request_plus_one_bare_publish() {
    assertThat(IngressResult.limit(12_000, 6_000)).isEqualTo(4_000, within(0.001));
  }

  @Test
  void a_good_run_holds_and_its_figures_can_be_recomputed() {
    var report = report("hmac");

    assertThat(report.ok()).isTrue();
    assertThat(report.figures())
        .containsEntry("ratio", 0.5)
        .containsEntry("acked_per_s", 2_000L)
        .containsEntry("http_limit_per_s", 12_000L)
        .containsEntry("broker_limit_per_s", 6_000L)
        .containsEntry("absorbed_per_s", 4_000L)
        .containsEntry("p99_ms", 12.0)
        .containsEntry("flood_good_lost", 0L);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_LIMIT_PER_S, 7790, valid run: our HTTP limit",
    "BROKER_LIMIT_PER_S, 4190, valid run: our broker limit",
    "ACKED_PER_S, 1790, ratio to the limits",
    "ABSORBED_PER_S, 3990, repeats of settled payments a second",
    "P99_MS, 30.1, p99 at half load",
    "ABSORBED_PUBLISHED, 101, repeats that Redis answered too late",
    "ACKED_MISSING, 1, acknowledged and not in the queue",
    "NOT_ACKNOWLEDGED, 1, genuine callbacks not acknowledged",
    "FLOOD_GOOD_LOST, 1, lost during a flood",
    "FLOOD_FORGED_ACCEPTED, 1, forged callbacks acknowledged",
  })
  void each_check_fails_on_its_own(What what, double value, String check) {
    values.put(what, value);

    var report = report("hmac");

    assertThat(report.ok()).isFalse();
    assertThat(report.checks())
        .filteredOn(one -> !one.ok())
        .extracting(Check::name)
        .singleElement()
        .asString()
        .contains(check);
  }

  @Test
  void a_signature_by_rsa_may_cost_more() {
    values.put(What.ACKED_PER_S, 1_500.0);

    assertThat(report("hmac").ok()).isFalse();
    assertThat(report("wechat-v3").ok()).isTrue();
  }
}

package io.payrelay.sandbox.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.sandbox.stack.UsageException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IngressPlanTest {

  @Test
  void takes_what_is_sensible() {
    assertThat(new IngressPlan("hmac", 256, 5, 3).time()).isEqualTo(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 3, '--callers is 1 to 4000, not 0'",
    "4001, 5, 3, '--callers is 1 to 4000, not 4001'",
    "256, 0, 3, '--rounds is 1 to 99, not 0'",
    "256, 5, 0, '--seconds is 1 to 60, not 0'",
    "256, 5, 61, '--seconds is 1 to 60, not 61'",
  })
  void refuses_what_is_not_and_names_the_option(
      int callers, int rounds, int seconds, String sentence) {
    assertThatThrownBy(() -> new IngressPlan("hmac", callers, rounds, seconds))
        .isInstanceOf(UsageException.class)
        .hasMessage(sentence);
  }
}

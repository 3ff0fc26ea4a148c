package io.payrelay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void a_server_that_does_not_start_fails_the_test_in_the_stacks_own_words() {
    var stack = Checkout.root().resolve("deploy/stack").toString();
    assertThatThrownBy(
            () ->
                Command.require(
                    List.of(stack, "up", "--dir", "/dev/null/nowhere"),
                    Map.of("PAYRELAY_INFRA", "sideways"),
                    LIMIT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("/dev/null/nowhere")
        .hasMessageContaining("ended with 1");
  }

  @Test
  void a_command_that_takes_too_long_is_ended_with_its_children() throws Exception {
    long before = System.nanoTime();
    var result =
        Command.run(List.of("sh", "-c", "echo begun; sleep 30"), Map.of(), Duration.ofMillis(500));
    assertThat(result.succeeded()).isFalse();
    assertThat(result.output()).contains("begun").contains("longer than PT0.5S");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
  }
}

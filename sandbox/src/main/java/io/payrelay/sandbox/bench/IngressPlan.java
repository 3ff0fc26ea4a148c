package io.payrelay.sandbox.bench;

import io.payrelay.sandbox.stack.UsageException;
import java.time.Duration;

/**
 * How callback-ingress is measured.
 *
 * @param callers connections at once, here and against the limits
 * @param rounds how often each measurement is made; its median counts
 * @param seconds how long one measurement takes
 */
record IngressPlan(String channel, int callers, int rounds, int seconds) {

  IngressPlan {
    within(callers, 1, 4_000, "--callers");
    within(rounds, 1, 99, "--rounds");
    within(seconds, 1, 60, "--seconds");
  }

  private static void within(int value, int least, int most, String option) {
    if (value < least || value > most) {
      throw new UsageException("%s is %d to %d, not %d".formatted(option, least, most, value));
    }
  }

  Duration time() {
    return Duration.ofSeconds(seconds);
  }
}

package io.payrelay.sandbox.storm;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.UsageException;
import java.time.Duration;

/**
 * What a storm consists of.
 *
 * @param duplicates how often each order's callback is sent
 * @param callers how many channels' servers send at once; each waits for its answer
 * @param rate callbacks a second, sent whether or not answers come; 0 leaves the pace to the
 *     callers
 * @param giveUp how long a channel repeats what is not acknowledged
 */
public record StormPlan(
    int orders,
    int duplicates,
    int callers,
    String channel,
    Money amount,
    int rate,
    long seed,
    Duration giveUp) {

  private static final int MOST_ORDERS = 1_000_000;
  private static final int MOST_DUPLICATES = 1_000;
  private static final int MOST_CALLERS = 2_000;
  private static final int HIGHEST_RATE = 20_000;

  public StormPlan {
    within(orders, 1, MOST_ORDERS, "--orders");
    within(duplicates, 1, MOST_DUPLICATES, "--duplicates");
    within(callers, 1, MOST_CALLERS, "--callers");
    within(rate, 0, HIGHEST_RATE, "--rate");
    within((int) giveUp.toSeconds(), 1, 3_600, "--give-up");
    if (amount.minor() == 0) {
      throw new UsageException("--amount must be more than nothing");
    }
  }

  private static void within(int value, int least, int most, String option) {
    if (value < least || value > most) {
      throw new UsageException("%s is %d to %d, not %d".formatted(option, least, most, value));
    }
  }

  int callbacks() {
    return orders * duplicates;
  }
}

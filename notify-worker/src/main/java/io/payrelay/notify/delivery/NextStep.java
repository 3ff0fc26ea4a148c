package io.payrelay.notify.delivery;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.Tier;
import io.payrelay.notify.http.Answer;
import io.payrelay.notify.plan.RetryPlan;
import io.payrelay.notify.plan.RetryPlans;
import java.time.Duration;

/** What follows an attempt. Pure: the same answer at the same place gives the same step. */
sealed interface NextStep {

  /** The merchant knows: nothing follows. */
  record Done() implements NextStep {}

  /** Try again after the tier's delay; the plan is then used up to {@code planPosition}. */
  record Again(Tier tier, int planPosition) implements NextStep {}

  /** The plan is used up: dead-lettered, held, replayable. */
  record GiveUp(DeadLetterCause cause) implements NextStep {}

  /**
   * Decides.
   *
   * @param position how many delays of the plan have been used
   * @param cap how far a merchant's Retry-After is honoured
   */
  static NextStep after(
      Answer answer, RetryPlan plan, int position, RetryPlans plans, Duration cap) {
    return switch (answer) {
      case Answer.Accepted _ -> new Done();
      case Answer.Failed failed ->
          plan.after(position)
              .<NextStep>map(tier -> new Again(later(tier, failed, plans, cap), position + 1))
              .orElseGet(() -> new GiveUp(DeadLetterCause.PLAN_EXHAUSTED));
    };
  }

  /** Never earlier than the plan's tier; later if the merchant asks, up to the cap. */
  private static Tier later(Tier planned, Answer.Failed failed, RetryPlans plans, Duration cap) {
    var asked = failed.retryAfter();
    if (asked == null) {
      return planned;
    }
    var wait = asked.compareTo(cap) < 0 ? asked : cap;
    return wait.compareTo(planned.delay()) <= 0 ? planned : plans.atLeast(wait);
  }

  /** For the log line: the delay, or what it ended as. */
  default String text() {
    return switch (this) {
      case Done _ -> "-";
      case Again again -> again.tier().delay().toString();
      case GiveUp _ -> "dead";
    };
  }
}

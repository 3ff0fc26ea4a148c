package io.payrelay.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.Tier;
import io.payrelay.notify.http.Answer;
import io.payrelay.notify.http.ErrorClass;
import io.payrelay.notify.http.Phases;
import io.payrelay.notify.plan.PlansForTests;
import io.payrelay.notify.plan.RetryPlans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextStepTest {

  private static final Duration CAP = Duration.ofMinutes(10);
  private final RetryPlans plans = PlansForTests.of(Map.of("default", "15s,30s,3m,10m,30m,2h"));

  @Test
  void a_yes_ends_the_plan_wherever_it_stands() {
    for (int position = 0; position < 8; position++) {
      assertThat(step(new Answer.Accepted(200, "SUCCESS", Phases.NONE), position))
          .isEqualTo(new NextStep.Done());
    }
  }

  @Test
  void six_delays_are_walked_and_then_the_notification_is_given_up() {
    var delays = new ArrayList<String>();
    int position = 0;
    NextStep next = step(failed(null), position);
    while (next instanceof NextStep.Again(var tier, var used)) {
      delays.add(tier.name());
      position = used;
      next = step(failed(null), position);
    }

    assertThat(delays).containsExactly("15s", "30s", "3m", "10m", "30m", "2h");
    assertThat(next).isEqualTo(new NextStep.GiveUp(DeadLetterCause.PLAN_EXHAUSTED));
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT1S, 15s", // never earlier than the plan
    "0, PT15S, 15s",
    "0, PT16S, 30s", // the smallest tier that is long enough
    "0, PT5M, 10m",
    "0, PT5H, 10m", // up to the cap
    "5, PT5H, 2h"
  })
  void retry_after_is_honoured_between_the_plan_and_the_cap(
      int position, Duration asked, String tier) {
    assertThat(step(failed(asked), position))
        .isEqualTo(new NextStep.Again(Tier.parse(tier), position + 1));
  }

  private NextStep step(Answer answer, int position) {
    return NextStep.after(answer, plans.named("default"), position, plans, CAP);
  }

  private static Answer failed(@Nullable Duration retryAfter) {
    return new Answer.Failed(ErrorClass.STATUS, 503, "", retryAfter, Phases.NONE);
  }
}

package io.payrelay.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.broker.Tier;
import io.payrelay.notify.WorkerTest;
import io.payrelay.notify.delivery.AttemptRecords.Recorded;
import io.payrelay.notify.http.Answer;
import io.payrelay.notify.http.ErrorClass;
import io.payrelay.notify.http.Phases;
import io.payrelay.testkit.Reply;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Of many workers one has the row, and only under its lease. */
class LeaseTest extends WorkerTest {

  private static final Answer NO = new Answer.Failed(ErrorClass.STATUS, 500, "", null, Phases.NONE);
  private static final Answer YES = new Answer.Accepted(200, "SUCCESS", Phases.NONE);
  private static final NextStep AGAIN = new NextStep.Again(Tier.parse("30m"), 1);

  @Autowired private Claims claims;
  @Autowired private AttemptRecords records;

  @Test
  void of_many_workers_that_ask_at_once_one_gets_the_row() throws Exception {
    var id = due();
    Callable<Claim> ask = () -> claims.claim(id, 2);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long granted = 0;
      for (var answer : threads.invokeAll(List.of(ask, ask, ask, ask, ask, ask, ask, ask))) {
        granted += answer.get() instanceof Claim.Granted ? 1 : 0;
      }
      assertThat(granted).isEqualTo(1);
    }
  }

  @Test
  void fault_11_a_failure_is_recorded_under_its_own_lease_alone() {
    var id = due();
    var late = claimed(id);
    update("lease_until = now() - interval '1 second'", id);
    var current = claimed(id);

    assertThat(records.record(late, NO, AGAIN)).isInstanceOf(Recorded.Superseded.class);
    assertThat(text(id, "lease_token")).isEqualTo(current.token());
    assertThat(records.record(current, NO, AGAIN)).isInstanceOf(Recorded.Applied.class);
    assertThat(text(id, "lease_token")).isEqualTo("-");
  }

  @Test
  void a_success_always_wins() {
    var id = due();
    var late = claimed(id);
    update("lease_until = now() - interval '1 second'", id);
    var current = claimed(id);

    assertThat(records.record(late, YES, new NextStep.Done())).isInstanceOf(Recorded.Applied.class);
    assertThat(records.record(current, NO, AGAIN)).isInstanceOf(Recorded.Superseded.class);

    assertThat(text(id, "state")).isEqualTo("DELIVERED");
    assertThat(outcomes(id)).containsExactly("STATUS", "DELIVERED", "STATUS");
  }

  @Test
  void no_scheduling_makes_an_older_nudge_valid_again() {
    var id = due();
    int first = number(id, "next_attempt");
    records.record(claimed(id), NO, AGAIN);
    int second = number(id, "next_attempt");
    update("due_at = now()", id);

    assertThat(second).isGreaterThan(first);
    assertThat(claims.claim(id, first)).isEqualTo(new Claim.Refused("stale"));
  }

  private Claimed claimed(String id) {
    return switch (claims.claim(id, number(id, "next_attempt"))) {
      case Claim.Granted(var claimed) -> claimed;
      case Claim.NotDue _, Claim.Refused _ -> throw new AssertionError("not granted");
    };
  }

  /** A notification whose first attempt failed and whose second is due. */
  private String due() {
    receiver.always(Reply.answer(500, ""));
    var id = idOf(settle("slow"));
    await().atMost(SOON).until(() -> number(id, "next_attempt") == 2);
    update("due_at = now()", id);
    return id;
  }
}

package io.payrelay.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.testkit.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nudges come late, early, twice or never; workers die. The row decides, the sweeper repairs. */
class RowDecidesTest extends WorkerTest {

  private static final Duration A_WHILE = Duration.ofMillis(700);

  @Test
  void a_stale_nudge_is_dropped() {
    receiver.always(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");

    nudge(id, 1);
    nudge(id, 3);
    nudge(id, 99);
    nudge("ntf_unknown", 1);

    nothingIsTried(id, 1);
  }

  @Test
  void an_early_nudge_is_scheduled_again() {
    receiver.then(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");
    update("due_at = now() + interval '700 milliseconds'", id);

    nudge(id, 2);

    awaitState(id, "DELIVERED", Duration.ofSeconds(5));
    assertThat(receiver.requests()).hasSize(2);
  }

  @Test
  void fault_08_a_row_that_a_crash_left_behind_is_picked_up_and_its_attempt_logged_as_lost() {
    receiver.then(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");
    // What a worker leaves that died between its claim and its record.
    update(
        "due_at = now() - interval '1 minute', attempt = 2, lease_token = 'dead worker',"
            + " lease_until = now() + interval '1 hour'",
        id);
    sweeper.sweep();
    nothingIsTried(id, 1);

    update("lease_until = now() - interval '1 second'", id);
    sweeper.sweep();

    awaitState(id, "DELIVERED");
    assertThat(outcomes(id)).containsExactly("STATUS", "LOST", "DELIVERED");
  }

  @Test
  void attempts_that_are_never_recorded_end_in_the_dead_letters_and_not_in_a_loop() {
    receiver.always(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");
    update(
        "due_at = now() - interval '1 second', attempt = 2, lease_token = 'dead worker',"
            + " lease_until = now() - interval '1 second', lost_in_a_row = 5",
        id);

    sweeper.sweep();

    awaitState(id, "DEAD");
    assertThat(outcomes(id)).containsExactly("STATUS", "LOST", "LOST");
    assertThat(text(id, "dead_cause")).isEqualTo("REJECTED");
    assertThat(receiver.requests()).hasSize(1);
  }

  @Test
  void fault_10_a_nudge_that_was_never_published_costs_time_and_nothing_else() {
    receiver.then(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");
    // The row was updated; then the worker died, or the broker refused.
    assertThat(purge("notify-worker.retry.30m")).isPositive();
    update("due_at = now() - interval '1 second'", id);

    sweeper.sweep();

    awaitState(id, "DELIVERED");
    assertThat(receiver.requests()).hasSize(2);
  }

  @Test
  void the_sweeper_leaves_alone_what_is_not_due_or_was_nudged_just_now() {
    receiver.always(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");

    sweeper.sweep();
    assertThat(text(id, "last_nudged_at")).isEqualTo("-");

    update(
        "due_at = now() - interval '1 minute', last_nudged_at = now() + interval '1 minute'", id);
    sweeper.sweep();

    nothingIsTried(id, 1);
  }

  @Test
  void a_dead_letter_the_broker_did_not_confirm_is_published_again() {
    receiver.always(Reply.answer(500, ""));
    var id = idOf(settle("short"));
    awaitState(id, "DEAD");
    deadLetter(Names.NOTIFY_DELIVERIES);
    await().atMost(SOON).until(() -> !text(id, "dead_lettered_at").equals("-"));
    update("dead_lettered_at = null, last_nudged_at = now() - interval '1 minute'", id);

    sweeper.sweep();

    var again = deadLetter(Names.NOTIFY_DELIVERIES);
    assertThat(again.getMessageProperties().getMessageId()).isEqualTo(id);
    assertThat(header(again, DeadLetterHeaders.REPLAY)).isEqualTo(0);
    assertThat(text(id, "dead_lettered_at")).isNotEqualTo("-");
    sweeper.sweep();
    assertThat(waiting(Names.NOTIFY_DELIVERIES + ".dlq")).isZero();
  }

  @Test
  void fault_04_a_failed_resend_leaves_the_plan_as_it_was() {
    receiver.always(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");
    var before = text(id, "due_at") + text(id, "plan_position") + text(id, "next_attempt");

    var resent = post("/internal/notifications/" + id + "/resend", "");

    assertThat(resent.status()).isEqualTo(200);
    assertThat(resent.text("outcome")).isEqualTo("STATUS");
    assertThat(text(id, "due_at") + text(id, "plan_position") + text(id, "next_attempt"))
        .isEqualTo(before);
    // The nudge that was under way is still good: the plan goes on, once.
    receiver.always(Reply.success());
    update("due_at = now()", id);
    nudge(id, 2);
    nudge(id, 2);
    awaitState(id, "DELIVERED");
    assertThat(outcomes(id)).containsExactly("STATUS", "STATUS!", "DELIVERED");
    assertThat(receiver.requests()).hasSize(3);
  }

  @Test
  void a_resend_that_succeeds_ends_the_plan() {
    receiver.then(Reply.answer(500, ""));
    var id = waitingForItsFirstRetry("slow");

    assertThat(post("/internal/notifications/" + id + "/resend", "").text("outcome"))
        .isEqualTo("DELIVERED");

    assertThat(text(id, "state")).isEqualTo("DELIVERED");
    update("due_at = now()", id);
    nudge(id, 2);
    nothingIsTried(id, 2);
  }

  @Test
  void a_delivered_notification_may_be_sent_again_and_stays_delivered() {
    var id = idOf(settle("slow"));
    awaitState(id, "DELIVERED");
    receiver.always(Reply.answer(500, ""));

    var resent = post("/internal/notifications/" + id + "/resend", "");

    assertThat(resent.text("outcome")).isEqualTo("STATUS");
    assertThat(text(id, "state")).isEqualTo("DELIVERED");
    assertThat(outcomes(id)).containsExactly("DELIVERED", "STATUS!");
  }

  @Test
  void a_resend_says_so_when_an_attempt_is_under_way() {
    receiver.always(new Reply.Hang());
    var id = idOf(settle("slow"));
    receiver.awaitRequests(1, SOON);

    assertThat(post("/internal/notifications/" + id + "/resend", "").text("code"))
        .isEqualTo("attempt-under-way");
  }

  private String waitingForItsFirstRetry(String plan) {
    var id = idOf(settle(plan));
    await().atMost(SOON).until(() -> outcomes(id).size() == 1 && number(id, "next_attempt") == 2);
    return id;
  }

  private void nothingIsTried(String id, int attempts) {
    await().atMost(SOON).until(() -> waiting(Names.NOTIFY_DELIVERIES) == 0);
    await().during(A_WHILE).atMost(SOON).until(() -> outcomes(id).size() == attempts);
    assertThat(receiver.requests()).hasSize(attempts);
  }
}

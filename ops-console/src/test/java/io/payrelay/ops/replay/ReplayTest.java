package io.payrelay.ops.replay;

import static io.payrelay.ops.NotifyWorkerRole.drop;
import static io.payrelay.ops.NotifyWorkerRole.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.ops.NotifyWorkerRole.Script;
import io.payrelay.ops.OnRealServers;
import io.payrelay.ops.deadletter.LetterTransitions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class ReplayTest extends OnRealServers {

  private static final String RESCHEDULED =
      "{\"notificationId\":\"n\",\"outcome\":\"SCHEDULED\",\"replayNo\":1}";

  @Autowired LetterTransitions transitions;

  private Answer replay(String id) {
    return post("/api/dead-letters/" + id + "/replay", Map.of("reason", "fixed upstream"));
  }

  private String state(String id) {
    return get("/api/dead-letters/" + id).text("state");
  }

  private List<String> outcomes(String id) {
    return jdbc.sql("select outcome from audit_entry where subject = ? order by id")
        .param("dead-letter:" + id)
        .query(String.class)
        .list();
  }

  @Test
  void a_callback_goes_back_to_its_queue_without_its_history_and_one_replay_older() {
    var callback = callback(ids.orderNo());
    var headers = new HashMap<>(headersOf(callback));
    headers.put("traceparent", "00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01");
    headers.put("x-delivery-count", 21);
    headers.put("x-first-death-queue", Names.CORE_CALLBACKS);
    headers.put(
        "x-death",
        List.of(Map.of("queue", Names.CORE_CALLBACKS, "reason", "delivery_limit", "count", 1L)));
    publishRaw(
        Names.deadLetterQueue(Names.CORE_CALLBACKS),
        new AMQP.BasicProperties.Builder()
            .messageId(callback.deliveryId())
            .headers(headers)
            .build(),
        codec.encode(callback));
    var id = stored(Names.CORE_CALLBACKS, callback.deliveryId(), 0);

    var answer = replay(id);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("outcome")).isEqualTo("REPLAYED");
    assertThat(answer.text("how")).isEqualTo("REPUBLISHED");
    var back = take(Names.CORE_CALLBACKS, callback.deliveryId());
    assertThat(back.getBody()).isEqualTo(codec.encode(callback));
    var backHeaders = new HashMap<>(back.getProps().getHeaders());
    // The broker itself counts from zero again.
    assertThat(backHeaders.remove("x-delivery-count")).isIn(null, 0L);
    assertThat(backHeaders)
        .containsOnlyKeys(Names.TYPE, Names.SCHEMA_VERSION, "traceparent", DeadLetterHeaders.REPLAY)
        .containsEntry(DeadLetterHeaders.REPLAY, 1)
        .containsEntry(Names.SCHEMA_VERSION, 1);
    assertThat(state(id)).isEqualTo("REPLAYED");
    assertThat(outcomes(id)).containsExactly("STARTED", "REPUBLISHED");
  }

  @Test
  void a_letter_that_dies_again_after_its_replay_is_a_new_episode_with_its_history() {
    var callback = callback(ids.orderNo());
    publish(
        letter(Names.CORE_CALLBACKS, callback.deliveryId(), callback, DeadLetterCause.REJECTED, 0));
    var first = stored(Names.CORE_CALLBACKS, callback.deliveryId(), 0);
    replay(first);
    take(Names.CORE_CALLBACKS, callback.deliveryId());

    publish(
        letter(Names.CORE_CALLBACKS, callback.deliveryId(), callback, DeadLetterCause.REJECTED, 1));

    var second = stored(Names.CORE_CALLBACKS, callback.deliveryId(), 1);
    assertThat(second).isNotEqualTo(first);
    var history = get("/api/dead-letters/" + second).body().path("history");
    assertThat(history.path("episodes").valueStream().map(e -> e.path("state").asString()))
        .containsExactly("REPLAYED", "HELD");
    assertThat(history.path("acts").valueStream().map(a -> a.path("outcome").asString()))
        .containsExactly("STARTED", "REPUBLISHED");
    assertThat(state(second)).isEqualTo("HELD");
  }

  @Test
  void a_notification_is_replayed_through_notify_worker_which_learns_who_and_why() {
    var id = heldNotification();
    NOTIFY_WORKER.says(reply(200, RESCHEDULED));

    var answer = replay(id);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("how")).isEqualTo("RESCHEDULED");
    assertThat(answer.body().path("replayNo").asInt()).isEqualTo(1);
    var call = NOTIFY_WORKER.calls().getFirst();
    assertThat(call.path()).matches("/internal/notifications/ntf_[0-9A-Z]{26}/replay");
    assertThat(json.readTree(call.body()))
        .isEqualTo(json.readTree("{\"reason\":\"fixed upstream\",\"operator\":\"ada\"}"));
    var token = call.authorization().substring("Bearer ".length());
    assertThat(services.verify(token, "notify-worker")).contains("ops-console");
    assertThat(outcomes(id)).containsExactly("STARTED", "RESCHEDULED");
    assertThat(depth(Names.NOTIFY_DELIVERIES)).isZero(); // no nudge was published again
  }

  @Test
  void a_notification_that_is_not_dead_any_more_leaves_the_held_ones_and_the_audit_says_so() {
    var id = heldNotification();
    NOTIFY_WORKER.says(reply(409, "{\"code\":\"not-dead\"}"));

    var answer = replay(id);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("how")).isEqualTo("ALREADY");
    assertThat(state(id)).isEqualTo("REPLAYED");
    assertThat(outcomes(id)).containsExactly("STARTED", "ALREADY");
  }

  @Test
  void while_notify_worker_is_down_silent_or_out_of_order_the_letter_stays_held() {
    Script silent = _ -> Thread.sleep(Duration.ofSeconds(3));
    for (var trouble : List.of(drop(), silent, reply(503, "{\"detail\":\"busy\"}"))) {
      var id = heldNotification();
      NOTIFY_WORKER.says(trouble);

      var answer = replay(id);

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.contentType()).startsWith("application/problem+json");
      assertThat(answer.text("code")).isEqualTo("replay-unavailable");
      assertThat(state(id)).isEqualTo("HELD");
      assertThat(outcomes(id)).containsExactly("STARTED", "UNAVAILABLE");
      NOTIFY_WORKER.says(reply(200, RESCHEDULED));
      assertThat(replay(id).status()).isEqualTo(200); // no lease stands in the way
    }
  }

  @Test
  void a_clear_no_from_notify_worker_leaves_the_letter_held() {
    for (int status : List.of(400, 401, 404, 409)) {
      var id = heldNotification();
      NOTIFY_WORKER.says(reply(status, "not even JSON"));

      var answer = replay(id);

      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.text("code")).isEqualTo("replay-refused");
      assertThat(state(id)).isEqualTo("HELD");
      assertThat(outcomes(id)).containsExactly("STARTED", "REFUSED");
    }
  }

  @Test
  void poison_from_the_deliveries_names_no_notification_and_is_not_sent_anywhere() {
    NOTIFY_WORKER.says(reply(200, RESCHEDULED));
    publishRaw(
        Names.deadLetterQueue(Names.NOTIFY_DELIVERIES),
        new AMQP.BasicProperties.Builder().messageId("junk-" + ids.orderNo()).build(),
        new byte[] {1, 2});
    var id =
        await()
            .until(
                () ->
                    jdbc.sql("select id from dead_letter where message_id like 'junk-%'")
                        .query(String.class)
                        .optional(),
                Optional::isPresent)
            .orElseThrow();

    var answer = replay(id);

    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.text("detail")).contains("discard it");
    assertThat(NOTIFY_WORKER.calls()).isEmpty();
  }

  @Test
  void of_many_replays_at_once_exactly_one_goes_out() {
    var id = heldNotification();
    var release = new CountDownLatch(1);
    NOTIFY_WORKER.says(
        exchange -> {
          release.await();
          reply(200, RESCHEDULED).answer(exchange);
        });

    var replays =
        IntStream.range(0, 8)
            .mapToObj(
                _ -> CompletableFuture.supplyAsync(() -> replay(id), Thread::startVirtualThread))
            .toList();
    await().until(() -> replays.stream().filter(CompletableFuture::isDone).count() == 7);
    assertThat(
            post("/api/dead-letters/" + id + "/discard", Map.of("reason", "impatience"))
                .text("detail"))
        .contains("being replayed by ada");
    release.countDown();

    assertThat(replays.stream().map(CompletableFuture::join).map(Answer::status))
        .containsOnlyOnce(200)
        .containsOnly(200, 409);
    assertThat(NOTIFY_WORKER.calls()).hasSize(1);
    assertThat(outcomes(id)).containsExactly("STARTED", "RESCHEDULED");
  }

  @Test
  void a_claim_left_behind_by_a_crash_ends_with_its_lease() {
    var id = heldNotification();
    NOTIFY_WORKER.says(reply(200, RESCHEDULED));
    assertThat(transitions.claim(id, UUID.randomUUID(), "grace", Duration.ofHours(1))).isTrue();
    assertThat(replay(id).status()).isEqualTo(409);

    jdbc.sql("update dead_letter set claim_until = now() where id = ?").param(id).update();

    assertThat(state(id)).isEqualTo("HELD");
    assertThat(replay(id).status()).isEqualTo(200);
  }

  @Test
  void a_replay_needs_a_reason_and_a_held_letter() {
    var id = heldCallback();

    assertThat(post("/api/dead-letters/" + id + "/replay", Map.of()).text("code"))
        .isEqualTo("reason-needed");
    assertThat(replay(id).status()).isEqualTo(200);
    assertThat(replay(id).text("code")).isEqualTo("not-held");
  }
}

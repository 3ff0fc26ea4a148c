package io.payrelay.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.testkit.ReceivedRequest;
import io.payrelay.testkit.Reply;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** From the settlement event to the merchant. */
class DeliveryTest extends WorkerTest {

  @Test
  void a_settlement_becomes_a_signed_post_and_a_delivered_row() throws Exception {
    var merchant = merchant("default");
    var event = settled(merchant.merchantNo());

    publish(event);

    var id = idOf(event.orderNo());
    awaitState(id, "DELIVERED");
    assertThat(receiver.requests()).hasSize(1);
    var request = receiver.requests().getFirst();
    assertThat(request.target()).isEqualTo("/hook");
    assertThat(request.header("webhook-id")).hasValue(id);
    assertThat(request.text())
        .contains("\"orderNo\":\"" + event.orderNo() + "\"")
        .contains("\"amount\":59900,\"amountDecimal\":\"599.00\"");
    verify(merchant, request);
    assertThat(outcomes(id)).containsExactly("DELIVERED");
    assertThat(text(id, "traceparent")).contains(trace.traceId());
  }

  /** The reference implementation's opinion. */
  private static void verify(Merchant merchant, ReceivedRequest request)
      throws WebhookVerificationException {
    var headers = new HashMap<String, List<String>>();
    request.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    new Webhook(merchant.secret()).verify(request.text(), HttpHeaders.of(headers, (_, _) -> true));
  }

  @Test
  void the_same_event_again_is_the_same_notification() {
    var event = settled(merchant("default").merchantNo());

    for (int i = 0; i < 5; i++) {
      publish(event);
    }

    var id = idOf(event.orderNo());
    awaitState(id, "DELIVERED");
    await().atMost(SOON).until(() -> waiting(Names.NOTIFY_SETTLEMENTS) == 0);
    await().during(Duration.ofMillis(500)).until(() -> receiver.requests().size() == 1);
    assertThat(outcomes(id)).hasSize(1);
  }

  @Test
  void an_order_may_have_a_url_of_its_own() {
    var merchant = merchant("default");
    var stored =
        post(
            "/internal/notify-urls",
            "{\"merchantNo\":\"%s\",\"url\":\"%s\"}"
                .formatted(merchant.merchantNo(), receiver.url("/own")));
    var event = settled(merchant.merchantNo(), stored.text("notifyUrlId"));

    publish(event);

    awaitState(idOf(event.orderNo()), "DELIVERED");
    assertThat(receiver.requests().getFirst().target()).isEqualTo("/own");
  }

  @Test
  void a_failing_merchant_is_tried_along_the_plan_then_dead_lettered_and_a_replay_delivers() {
    receiver.always(Reply.answer(500, "no"));
    var orderNo = settle("short");
    var id = idOf(orderNo);

    awaitState(id, "DEAD");

    assertThat(outcomes(id)).containsExactly("STATUS", "STATUS", "STATUS");
    var letter = deadLetter(Names.NOTIFY_DELIVERIES);
    assertThat(letter.getMessageProperties().getMessageId()).isEqualTo(id);
    assertThat(header(letter, DeadLetterHeaders.CAUSE)).isEqualTo("PLAN_EXHAUSTED");
    assertThat(header(letter, DeadLetterHeaders.REPLAY)).isEqualTo(0);
    await().atMost(SOON).until(() -> !text(id, "dead_lettered_at").equals("-"));

    receiver.always(Reply.success());
    var replay = post("/internal/notifications/" + id + "/replay", reason());

    assertThat(replay.status()).isEqualTo(200);
    assertThat(replay.json().path("replayNo").asInt()).isEqualTo(1);
    awaitState(id, "DELIVERED");
    assertThat(outcomes(id)).containsExactly("STATUS", "STATUS", "STATUS", "DELIVERED");
    assertThat(number(id, "attempt")).isEqualTo(4);
    assertThat(receiver.requests().stream().map(ReceivedRequest::text).distinct()).hasSize(1);
    assertThat(receiver.requests()).allMatch(r -> r.header("webhook-id").orElse("").equals(id));
    assertThat(post("/internal/notifications/" + id + "/replay", reason()).text("code"))
        .isEqualTo("not-dead");
  }

  @Test
  void a_replay_that_fails_again_is_a_new_episode() {
    receiver.always(Reply.answer(500, "no"));
    var id = idOf(settle("short"));
    awaitState(id, "DEAD");
    deadLetter(Names.NOTIFY_DELIVERIES);

    post("/internal/notifications/" + id + "/replay", reason());

    var second = deadLetter(Names.NOTIFY_DELIVERIES);
    assertThat(second.getMessageProperties().getMessageId()).isEqualTo(id);
    assertThat(header(second, DeadLetterHeaders.REPLAY)).isEqualTo(1);
    assertThat(outcomes(id)).hasSize(6);
    await().atMost(SOON).until(() -> !text(id, "dead_lettered_at").equals("-"));
  }

  @Test
  void the_real_first_tier_takes_its_fifteen_seconds() {
    receiver.then(Reply.answer(503, ""));
    long start = System.nanoTime();
    var id = idOf(settle("one"));

    awaitState(id, "DELIVERED", Duration.ofSeconds(30));

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(20));
    assertThat(outcomes(id)).containsExactly("STATUS", "DELIVERED");
  }

  @Test
  void a_name_that_leads_inside_only_later_is_blocked_at_the_connect() {
    ScriptedNames.lead("rebind.example", "127.0.0.1");
    var merchant = merchant("http://rebind.example:" + receiver.port() + "/", "slow");
    ScriptedNames.lead("rebind.example", "169.254.169.254");
    var event = settled(merchant.merchantNo());

    publish(event);

    var id = idOf(event.orderNo());
    await().atMost(SOON).until(() -> outcomes(id).equals(List.of("BLOCKED_ADDRESS")));
    assertThat(receiver.connections()).isZero();
  }

  @Test
  void a_merchant_without_an_endpoint_costs_a_dead_letter_and_no_money_is_forgotten() {
    var merchantNo = ids.merchantNo();
    var event = settled(merchantNo);

    publish(event);

    var letter = deadLetter(Names.NOTIFY_DELIVERIES);
    assertThat(header(letter, DeadLetterHeaders.CAUSE)).isEqualTo("NO_ENDPOINT");
    var id = idOf(event.orderNo());
    assertThat(text(id, "state")).isEqualTo("DEAD");
    var tooEarly = post("/internal/notifications/" + id + "/replay", reason());
    assertThat(tooEarly.text("code")).isEqualTo("no-endpoint");
    createEndpoint(merchantNo, receiver.url("/late"), "default");
    assertThat(post("/internal/notifications/" + id + "/replay", reason()).status()).isEqualTo(200);
    awaitState(id, "DELIVERED");
  }

  @Test
  void fault_12_slow_merchants_hold_no_database_connection() {
    receiver.always(new Reply.Late(Reply.success(), Duration.ofSeconds(1)));
    var merchant = merchant("slow");

    publishAll(Stream.generate(() -> settled(merchant.merchantNo())).limit(500).toList());

    // One after the other, five connections would take 100 s.
    await()
        .atMost(Duration.ofSeconds(50))
        .until(
            () ->
                jdbc.sql(
                            "select count(*) from notification where merchant_no = :m and state = 'DELIVERED'")
                        .param("m", merchant.merchantNo())
                        .query(Integer.class)
                        .single()
                    == 500);
    assertThat(receiver.requests().stream().map(r -> r.header("webhook-id")).distinct())
        .hasSize(500);
    assertThat(receiver.requests()).hasSize(500);
  }

  @Test
  void fault_13_an_answer_that_no_log_could_hold_is_recorded_once_and_tried_along_the_plan() {
    receiver.then(Reply.answer(500, "\u0000\u0001" + "x".repeat(20_000_000)));
    receiver.then(new Reply.Flood(200, 1_000_000_000L));

    var id = idOf(settle("short"));

    awaitState(id, "DELIVERED");
    assertThat(outcomes(id)).containsExactly("STATUS", "BODY", "DELIVERED");
    assertThat(receiver.requests()).hasSize(3);
  }

  @Test
  void fault_18_an_undecodable_message_is_dead_lettered_once() {
    send(Map.of(Names.TYPE, "payment.succeeded", Names.SCHEMA_VERSION, 1), "not json");
    var unreadable = deadLetter(Names.NOTIFY_SETTLEMENTS);
    send(Map.of(Names.TYPE, "payment.teleported", Names.SCHEMA_VERSION, 1), "{}");
    var unknown = deadLetter(Names.NOTIFY_SETTLEMENTS);
    send(Map.of(Names.TYPE, "payment.succeeded", Names.SCHEMA_VERSION, 99), "{}");
    var newer = deadLetter(Names.NOTIFY_SETTLEMENTS);

    assertThat(header(unreadable, DeadLetterHeaders.CAUSE)).isEqualTo("UNREADABLE");
    assertThat(header(unreadable, DeadLetterHeaders.ORIGIN)).isEqualTo(Names.NOTIFY_SETTLEMENTS);
    assertThat(new String(unreadable.getBody(), StandardCharsets.UTF_8)).isEqualTo("not json");
    assertThat(header(unknown, DeadLetterHeaders.CAUSE)).isEqualTo("UNKNOWN_TYPE");
    assertThat(header(newer, DeadLetterHeaders.CAUSE)).isEqualTo("UNKNOWN_TYPE");
    assertThat(waiting(Names.NOTIFY_SETTLEMENTS)).isZero();
    assertThat(waiting(Names.NOTIFY_SETTLEMENTS + ".dlq")).isZero();
  }

  @Test
  void fault_03_data_that_the_database_refuses_is_dead_lettered_and_not_dropped() {
    var event = settled(merchant("default").merchantNo());
    var body =
        new String(codec.encode(event), StandardCharsets.UTF_8)
            .replace(event.orderNo(), event.orderNo().substring(1) + "\\u0000");
    send(Map.of(Names.TYPE, event.type(), Names.SCHEMA_VERSION, 1), body);

    var letter = deadLetter(Names.NOTIFY_SETTLEMENTS);

    assertThat(header(letter, DeadLetterHeaders.CAUSE)).isEqualTo("REJECTED");
  }

  private void send(Map<String, Object> headers, String body) {
    var message =
        new OutboundMessage(
            Names.SETTLEMENTS,
            "payment.succeeded",
            "msg-1",
            headers,
            body.getBytes(StandardCharsets.UTF_8));
    assertThat(publisher.publishAndAwait(message).isStored()).isTrue();
  }

  private static String reason() {
    return List.of("reason", "operator").stream()
        .map(field -> "\"%s\":\"test\"".formatted(field))
        .collect(Collectors.joining(",", "{", "}"));
  }
}

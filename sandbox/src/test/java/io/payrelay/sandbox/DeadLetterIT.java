package io.payrelay.sandbox;

import static io.payrelay.sandbox.RunningStack.AMOUNT;
import static io.payrelay.sandbox.RunningStack.CHANNEL;
import static io.payrelay.sandbox.RunningStack.CLOCK;
import static io.payrelay.sandbox.RunningStack.accountOf;
import static io.payrelay.sandbox.RunningStack.operator;
import static io.payrelay.sandbox.RunningStack.payingOrder;
import static io.payrelay.sandbox.RunningStack.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.merchant.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A merchant that is down hears of its payment all the same: by the tiers, or by a replay. */
class DeadLetterIT {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @AfterEach
  void recover() throws Exception {
    sink().recover("down");
    sink().recover("sandbox");
  }

  @AfterAll
  static void the_books_hold() throws Exception {
    RunningStack.assertBooksHold();
  }

  @Test
  void walks_the_tiers_into_the_dead_letter_queue_and_is_replayed() throws Exception {
    sink().fail("down", 503);
    var orderNo = paid("down");

    var letter = awaitHeld(orderNo, 0);

    var attempts = sink().of(orderNo);
    assertThat(attempts).hasSize(4).extracting(Receipt::status).containsOnly(503);
    assertGaps(attempts, 1, 2, 3);
    assertThat(letter.path("cause").asString()).isEqualTo("PLAN_EXHAUSTED");
    assertThat(letter.path("origin").asString()).isEqualTo("notify-worker.deliveries");

    sink().recover("down");
    operator().replay(id(letter), "the merchant is up again");

    awaitAccepted(orderNo);
    assertThat(sink().of(orderNo))
        .hasSize(5)
        .extracting(Receipt::notificationId)
        .containsOnly(letter.path("messageId").asString());
    assertThat(states(orderNo)).containsExactly("REPLAYED");
  }

  @Test
  void a_replay_that_fails_again_is_a_new_episode() throws Exception {
    sink().fail("down", 500);
    var orderNo = paid("down");
    var first = awaitHeld(orderNo, 0);

    operator().replay(id(first), "trying our luck");
    var second = awaitHeld(orderNo, 1);

    assertThat(id(second)).isNotEqualTo(id(first));
    assertThat(second.path("messageId").asString()).isEqualTo(first.path("messageId").asString());
    assertThat(states(orderNo)).containsExactlyInAnyOrder("REPLAYED", "HELD");
    assertThat(sink().of(orderNo)).hasSize(8);

    sink().recover("down");
    operator().replay(id(second), "now it is up");
    awaitAccepted(orderNo);
    assertThat(sink().of(orderNo))
        .extracting(Receipt::notificationId)
        .containsOnly(first.path("messageId").asString());
  }

  @Test
  void the_first_tier_of_the_default_plan_takes_fifteen_seconds() throws Exception {
    sink().fail("sandbox", 500);
    var orderNo = paid("sandbox");
    await().atMost(PATIENCE).until(() -> sink().of(orderNo).size() == 1);
    sink().recover("sandbox");

    awaitAccepted(orderNo);

    assertGaps(sink().of(orderNo), 15);
  }

  private static String paid(String merchant) throws Exception {
    var orderNo = payingOrder(merchant);
    var notice = Notice.paid(orderNo, "T" + orderNo, AMOUNT, CLOCK.instant());
    assertThat(
            RunningStack.channelThatGivesUpAfter(PATIENCE)
                .send(CHANNEL, accountOf(merchant), notice))
        .isInstanceOf(Delivered.Acknowledged.class);
    return orderNo;
  }

  private static JsonNode awaitHeld(String orderNo, int replayNo) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                letters(orderNo).stream()
                    .filter(letter -> letter.path("state").asString().equals("HELD"))
                    .filter(letter -> letter.path("replayNo").asInt() == replayNo)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static List<JsonNode> letters(String orderNo) throws Exception {
    return StreamSupport.stream(operator().deadLettersOf(orderNo).spliterator(), false).toList();
  }

  private static List<String> states(String orderNo) throws Exception {
    return letters(orderNo).stream().map(letter -> letter.path("state").asString()).toList();
  }

  private static String id(JsonNode letter) {
    return letter.path("id").asString();
  }

  private static void awaitAccepted(String orderNo) {
    await().atMost(PATIENCE).until(() -> sink().of(orderNo).stream().anyMatch(Receipt::isAccepted));
  }

  /** Each wait is the tier's: never shorter, and not much longer even on a busy machine. */
  private static void assertGaps(List<Receipt> receipts, int... seconds) {
    for (int i = 0; i < seconds.length; i++) {
      assertThat(Duration.between(receipts.get(i).receivedAt(), receipts.get(i + 1).receivedAt()))
          .as("wait %d", i + 1)
          .isBetween(
              Duration.ofMillis(seconds[i] * 1_000L - 50), Duration.ofSeconds(seconds[i] + 8));
    }
  }
}

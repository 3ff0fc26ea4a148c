package io.payrelay.common.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadLetterHeadersTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");

  @Test
  void a_letter_says_where_it_died_why_and_when() {
    var letter =
        DeadLetterHeaders.letter(
            Names.CORE_CALLBACKS,
            "cb_1",
            Map.of("type", "callback.received", "traceparent", "00-…"),
            new byte[] {1},
            DeadLetterCause.UNREADABLE,
            "not JSON",
            NOW);

    assertThat(letter.exchange()).isEqualTo(Names.DEAD);
    assertThat(letter.routingKey()).isEqualTo(Names.CORE_CALLBACKS);
    assertThat(letter.headers())
        .containsEntry("type", "callback.received")
        .containsEntry(DeadLetterHeaders.CAUSE, "UNREADABLE")
        .containsEntry(DeadLetterHeaders.DETAIL, "not JSON")
        .containsEntry(DeadLetterHeaders.ORIGIN, Names.CORE_CALLBACKS)
        .containsEntry(DeadLetterHeaders.DIED_AT, "2026-03-01T08:00:00Z");
  }

  /** RabbitMQ 3.10 can lose a message that is published again with its old history. */
  @Test
  void the_brokers_own_history_is_not_published_again() {
    var letter =
        DeadLetterHeaders.letter(
            Names.CORE_CALLBACKS,
            "cb_1",
            Map.of(
                "x-death", List.of(),
                "x-first-death-queue", "q",
                "x-last-death-reason", "expired",
                "x-delivery-count", 3,
                "kept", "yes"),
            new byte[0],
            DeadLetterCause.REJECTED,
            "x".repeat(2_000),
            NOW);

    assertThat(letter.headers())
        .containsEntry("kept", "yes")
        .doesNotContainKeys(
            "x-death", "x-first-death-queue", "x-last-death-reason", "x-delivery-count");
    assertThat((String) letter.headers().get(DeadLetterHeaders.DETAIL)).hasSize(500);
  }

  @Test
  void a_letter_that_was_never_replayed_has_number_zero() {
    assertThat(DeadLetterHeaders.replayNo(Map.of())).isZero();
    assertThat(DeadLetterHeaders.replayNo(Map.of(DeadLetterHeaders.REPLAY, 2))).isEqualTo(2);
    assertThat(DeadLetterHeaders.replayNo(Map.of(DeadLetterHeaders.REPLAY, "two"))).isZero();
  }
}

package io.payrelay.ops.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.event.EventCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LetterReaderTest {

  private final LetterReader reader = new LetterReader(new EventCodec());

  private NewLetter read(Map<String, Object> headers) {
    return reader.read(Names.CORE_CALLBACKS, "m1", headers, bytes("{}"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void our_headers_say_cause_detail_and_time() {
    var letter =
        read(
            Map.of(
                DeadLetterHeaders.CAUSE, "UNREADABLE",
                DeadLetterHeaders.DETAIL, "no JSON",
                DeadLetterHeaders.REPLAY, 2L,
                DeadLetterHeaders.DIED_AT, "2026-03-01T12:00:00Z"));

    assertThat(letter.cause()).isEqualTo(DeadLetterCause.UNREADABLE);
    assertThat(letter.detail()).isEqualTo("no JSON");
    assertThat(letter.replayNo()).isEqualTo(2);
    assertThat(letter.diedAt()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
  }

  @Test
  void a_delivery_limit_in_the_brokers_history_is_the_cause() {
    var at = Instant.parse("2026-03-01T12:00:00Z");
    var letter =
        read(
            Map.of(
                "x-death",
                List.of(
                    Map.of(
                        "queue",
                        Names.CORE_CALLBACKS,
                        "reason",
                        "delivery_limit",
                        "time",
                        Date.from(at)))));

    assertThat(letter.cause()).isEqualTo(DeadLetterCause.DELIVERY_LIMIT);
    assertThat(letter.diedAt()).isEqualTo(at);
  }

  @Test
  void an_expiry_in_a_retry_tier_is_no_cause() {
    var letter =
        read(
            Map.of(
                "x-death",
                List.of(Map.of("queue", "order-core.callbacks.retry.1s", "reason", "expired")),
                DeadLetterHeaders.CAUSE,
                "REJECTED"));

    assertThat(letter.cause()).isEqualTo(DeadLetterCause.REJECTED);
  }

  @Test
  void a_cause_from_a_newer_service_is_kept_in_the_detail() {
    var letter =
        read(Map.of(DeadLetterHeaders.CAUSE, "COSMIC_RAY", DeadLetterHeaders.DETAIL, "a bit fell"));

    assertThat(letter.cause()).isEqualTo(DeadLetterCause.REJECTED);
    assertThat(letter.detail()).isEqualTo("cause COSMIC_RAY: a bit fell");
  }

  @Test
  void nonsense_in_the_headers_never_stops_a_letter() {
    var letter =
        reader.read(
            Names.CORE_CALLBACKS,
            "a\u0000b\nc",
            Map.of(
                DeadLetterHeaders.REPLAY,
                -5,
                DeadLetterHeaders.DIED_AT,
                "+999999999-01-01T00:00:00Z",
                "x-death",
                "not a list",
                Names.TYPE,
                7,
                Names.SCHEMA_VERSION,
                "one"),
            new byte[] {-1});

    assertThat(letter.messageId()).isEqualTo("a\uFFFDb\uFFFDc");
    assertThat(letter.replayNo()).isZero();
    assertThat(letter.diedAt()).isNull();
    assertThat(letter.orderNo()).isNull();
  }

  @Test
  void without_a_message_id_the_bodys_digest_is_the_id() {
    var headers = Map.<String, Object>of();

    var one = reader.read(Names.CORE_CALLBACKS, null, headers, bytes("x"));
    var same = reader.read(Names.CORE_CALLBACKS, "", headers, bytes("x"));
    var other = reader.read(Names.CORE_CALLBACKS, null, headers, bytes("y"));

    assertThat(one.messageId()).startsWith("sha256:").isEqualTo(same.messageId());
    assertThat(other.messageId()).isNotEqualTo(one.messageId());
  }

  @Test
  void the_order_number_of_a_readable_event_is_found_and_kept_short() {
    var order = "O".repeat(5_000);
    var body =
        """
        {"eventId":"e","eventType":"PAYMENT_SUCCEEDED","merchantNo":"M","orderNo":"%s",
        "merchantOrderNo":"o","amount":{"minor":1,"currency":"CNY"},"occurredAt":"2026-03-01T12:00:00Z","sequence":1}"""
            .formatted(order);

    var letter =
        reader.read(
            Names.NOTIFY_SETTLEMENTS,
            "e",
            Map.of(Names.TYPE, "payment.succeeded", Names.SCHEMA_VERSION, 1),
            bytes(body));

    assertThat(letter.orderNo()).isEqualTo("O".repeat(128));
  }
}

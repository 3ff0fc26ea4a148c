package io.payrelay.common.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.money.Money;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventCodecTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00.123Z");
  private static final Money AMOUNT = Money.ofMinor(59900, "CNY");

  private final EventCodec codec = new EventCodec();

  static List<Event> events() {
    return List.of(
        callback("tx1", AMOUNT),
        new OrderEvent(
            "evt_1",
            OrderEventType.PAYMENT_SUCCEEDED,
            "M1",
            "O1",
            "shop-1",
            AMOUNT,
            "hmac",
            "tx1",
            NOW,
            1,
            null),
        new DeliveryNudge("ntf_1", 3),
        new DeadNotification(
            "ntf_1", 0, "M1", "O1", "payment.succeeded", AMOUNT, 7, "STATUS", 503, "shop.example"));
  }

  private static CallbackReceived callback(@Nullable String transactionId, @Nullable Money amount) {
    return new CallbackReceived(
        "cb_1",
        "hmac",
        "hmac",
        "sandbox",
        true,
        NoticeKind.PAID,
        "O1",
        transactionId,
        amount,
        NOW,
        null,
        "00ff",
        NOW);
  }

  @ParameterizedTest
  @MethodSource("events")
  void each_event_makes_the_round_trip(Event event) {
    assertThat(codec.decode(event.type(), event.schemaVersion(), codec.encode(event)))
        .isEqualTo(new Decoded.Known(event));
  }

  @Test
  void an_unknown_field_is_ignored() {
    var body = bytes("{\"notificationId\":\"ntf_1\",\"attempt\":3,\"colour\":\"red\"}");

    assertThat(codec.decode(DeliveryNudge.TYPE, 1, body))
        .isEqualTo(new Decoded.Known(new DeliveryNudge("ntf_1", 3)));
  }

  @Test
  void an_unknown_type_or_version_is_told_apart_from_a_broken_body() {
    assertThat(codec.decode("payment.danced", 1, bytes("{}")))
        .isEqualTo(new Decoded.UnknownType("payment.danced", 1));
    assertThat(codec.decode(DeliveryNudge.TYPE, 2, bytes("{}")))
        .isEqualTo(new Decoded.UnknownType(DeliveryNudge.TYPE, 2));
    assertThat(codec.decode(null, 1, bytes("{}"))).isInstanceOf(Decoded.UnknownType.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "not json",
        "{\"notificationId\":\"n\",\"attempt\":null}",
        "{\"notificationId\":\"n\",\"attempt\":1.7}",
        "{\"notificationId\":\"n\",\"attempt\":\"many\"}"
      })
  void a_body_that_cant_be_read_is_an_outcome_and_no_exception(String body) {
    assertThat(codec.decode(DeliveryNudge.TYPE, 1, bytes(body)))
        .isInstanceOf(Decoded.Unreadable.class);
  }

  @Test
  void a_body_without_its_required_fields_is_unreadable() {
    assertThat(codec.decode(DeliveryNudge.TYPE, 1, bytes("{\"attempt\":1}")))
        .isInstanceOf(Decoded.Unreadable.class);
    assertThat(codec.decode(CallbackReceived.TYPE, 1, bytes("{\"kind\":\"PAID\"}")))
        .isInstanceOf(Decoded.Unreadable.class);
  }

  @Test
  void a_paid_notice_without_money_can_not_be_made() {
    assertThatThrownBy(() -> callback(null, AMOUNT)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> callback("tx1", null)).isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

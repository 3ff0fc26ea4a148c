package io.payrelay.notify.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.event.OrderEventType;
import io.payrelay.common.money.Money;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NotificationBodyTest {

  private final NotificationBody body = new NotificationBody();

  @Test
  void fault_09_the_bytes_of_a_body_are_exactly_these() {
    var event =
        new OrderEvent(
            "evt_1",
            OrderEventType.PAYMENT_SUCCEEDED,
            "M1",
            "01J0",
            "shop-7",
            Money.ofMinor(1099, "CNY"),
            "hmac",
            "tx-9",
            Instant.parse("2026-01-02T03:04:05.678901Z"),
            1,
            null);

    assertThat(new String(body.of(event), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"type\":\"payment.succeeded\",\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"data\":{"
                + "\"orderNo\":\"01J0\",\"merchantOrderNo\":\"shop-7\",\"merchantNo\":\"M1\","
                + "\"status\":\"SUCCESS\",\"amount\":1099,\"amountDecimal\":\"10.99\","
                + "\"currency\":\"CNY\",\"channel\":\"hmac\",\"transactionId\":\"tx-9\","
                + "\"sequence\":1,\"occurredAt\":\"2026-01-02T03:04:05.678Z\"}}");
  }

  @Test
  void what_is_not_known_is_left_out_and_large_amounts_stay_exact() {
    var event =
        new OrderEvent(
            "evt_1",
            OrderEventType.PAYMENT_CLOSED,
            "M1",
            "01J0",
            "shop-7",
            Money.ofMinor(900_719_925_474_099_301L, "CNY"),
            null,
            null,
            Instant.parse("2026-01-02T03:04:05Z"),
            2,
            null);

    assertThat(new String(body.of(event), StandardCharsets.UTF_8))
        .contains("\"amount\":900719925474099301,\"amountDecimal\":\"9007199254740993.01\"")
        .contains("\"status\":\"CLOSED\"")
        .doesNotContain("channel", "transactionId", "null");
  }
}

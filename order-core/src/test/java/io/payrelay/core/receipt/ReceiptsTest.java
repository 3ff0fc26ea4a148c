package io.payrelay.core.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ReceiptsTest {

  private static final String BODY = "<xml>支付</xml>";

  private final RunningCore core = RunningCore.get();
  private final Receipts receipts = core.bean(Receipts.class);
  private final Api internal = core.internal("ops-console");
  private final String orderNo = unique("O");

  @Test
  void an_orders_callbacks_are_shown_as_they_came_in_with_what_became_of_them() {
    var paid = callback(Instant.parse("2026-03-01T10:00:00Z"), Money.parse("599.00", "CNY"), BODY);
    var closed = callback(Instant.parse("2026-03-01T09:00:00Z"), null, null);

    receipts.keep(
        List.of(new Receipt(paid, "settled", null), new Receipt(closed, "ignored", "too early")));

    var items =
        internal.get("/internal/receipts?orderNo=" + orderNo).expect(200).json().get("items");
    assertThat(items).hasSize(2);
    assertThat(items.get(0).path("deliveryId").asString()).isEqualTo(closed.deliveryId());
    assertThat(items.get(0).path("detail").asString()).isEqualTo("too early");
    assertThat(items.get(0).path("bodyKept").asBoolean()).isFalse();
    assertThat(items.get(1).path("outcome").asString()).isEqualTo("settled");
    assertThat(items.get(1).path("amount").asLong()).isEqualTo(59_900);
    assertThat(items.get(1).path("passes").asInt()).isEqualTo(1);
    assertThat(bodyOf(paid)).isEqualTo(BODY);
    assertThat(items.toString()).doesNotContain("支付");
  }

  @Test
  void a_callback_that_comes_back_from_a_tier_has_one_receipt_with_its_last_outcome() {
    var callback = callback(Instant.now(), Money.parse("1.00", "CNY"), BODY);

    receipts.keep(List.of(new Receipt(callback, "order_absent", "looked for again in 1s")));
    receipts.keep(List.of(new Receipt(callback, "settled", null)));

    var items =
        internal.get("/internal/receipts?orderNo=" + orderNo).expect(200).json().get("items");
    assertThat(items).hasSize(1);
    assertThat(items.get(0).path("outcome").asString()).isEqualTo("settled");
    assertThat(items.get(0).path("passes").asInt()).isEqualTo(2);
  }

  @Test
  void without_a_database_receipts_are_lost_and_settlement_goes_on() {
    core.postgresProxy().cut();
    try {
      receipts.keep(List.of(new Receipt(callback(Instant.now(), null, null), "ignored", null)));
    } finally {
      core.postgresProxy().heal();
    }

    assertThat(core.logged())
        .anySatisfy(line -> assertThat(line).contains("receipts.lost count=1"));
  }

  @Test
  void a_body_that_is_no_base64_costs_its_receipt_and_never_a_settlement() {
    var broken = callback(Instant.now(), null, null);
    var withBody =
        new CallbackReceived(
            broken.deliveryId(),
            "hmac",
            "hmac",
            "shop",
            true,
            NoticeKind.CLOSED,
            orderNo,
            null,
            null,
            null,
            null,
            "digest",
            Instant.now(),
            "*");

    receipts.keep(List.of(new Receipt(withBody, "ignored", null)));

    assertThat(kept()).isEmpty();
  }

  @Test
  void old_bodies_go_first_and_old_receipts_later_batch_by_batch() {
    var now = Instant.now();
    var old =
        IntStream.range(0, 7).mapToObj(_ -> callback(now.minus(Duration.ofDays(200)), null, BODY));
    var middle = callback(now.minus(Duration.ofDays(20)), null, BODY);
    var young = callback(now.minus(Duration.ofDays(2)), null, BODY);
    old.forEach(one -> receipts.keep(List.of(new Receipt(one, "ignored", null))));
    receipts.keep(
        List.of(new Receipt(middle, "ignored", null), new Receipt(young, "ignored", null)));

    new ReceiptPurge(
            core.bean(JdbcClient.class),
            new ReceiptSettings(Duration.ofDays(180), Duration.ofDays(14), Duration.ofHours(1), 3))
        .purge();

    assertThat(kept()).containsExactly(middle.deliveryId(), young.deliveryId());
    assertThat(bodyOf(middle)).isNull();
    assertThat(bodyOf(young)).isEqualTo(BODY);
  }

  @Test
  void a_search_that_can_have_no_answer_is_refused() {
    internal.get("/internal/receipts?orderNo=%00").problem(400, "invalid-request");
    internal.get("/internal/receipts?orderNo=O1&limit=0").problem(400, "invalid-request");
    internal.get("/internal/receipts").problem(400, "bad-request");
  }

  private CallbackReceived callback(Instant at, @Nullable Money amount, @Nullable String body) {
    return new CallbackReceived(
        unique("cb_"),
        "hmac",
        "hmac",
        "shop",
        true,
        amount == null ? NoticeKind.CLOSED : NoticeKind.PAID,
        orderNo,
        amount == null ? null : "t",
        amount,
        null,
        null,
        "digest",
        at,
        body == null
            ? null
            : Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8)));
  }

  private List<String> kept() {
    return core.sql()
        .sql("select delivery_id from callback_receipt where order_no = ? order by received_at")
        .param(orderNo)
        .query(String.class)
        .list();
  }

  private @Nullable String bodyOf(CallbackReceived callback) {
    var body =
        core.sql()
            .sql("select body from callback_receipt where delivery_id = ?")
            .param(callback.deliveryId())
            .query((row, _) -> new byte[][] {row.getBytes(1)})
            .single()[0];
    return body == null ? null : new String(body, StandardCharsets.UTF_8);
  }

  private static String unique(String prefix) {
    return prefix + UUID.randomUUID().toString().replace("-", "");
  }
}

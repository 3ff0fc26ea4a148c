package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.common.trace.TraceParent;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PassesTest {

  private static Arrival paid(String order, String transaction) {
    return arrival(NoticeKind.PAID, order, transaction);
  }

  private static Arrival arrival(NoticeKind kind, String order, String transaction) {
    return new Arrival(
        new CallbackReceived(
            "cb_1",
            "hmac",
            "hmac",
            "acc",
            true,
            kind,
            order,
            transaction,
            Money.ofMinor(1, "CNY"),
            null,
            null,
            "d",
            Instant.EPOCH),
        TraceParent.continueOrBegin(null),
        0,
        0);
  }

  private static List<List<Arrival>> passes(Arrival... batch) {
    return Passes.of(List.of(batch), Function.identity());
  }

  @Test
  void callbacks_of_different_orders_go_together() {
    assertThat(passes(paid("A", "1"), paid("B", "2"), paid("C", "3"))).hasSize(1);
  }

  @Test
  void callbacks_of_one_order_follow_each_other_in_their_order() {
    var first = paid("A", "1");
    var second = paid("A", "2");
    var third = arrival(NoticeKind.CLOSED, "A", "3");
    var other = paid("B", "9");

    assertThat(passes(first, second, other, third))
        .containsExactly(List.of(first, other), List.of(second), List.of(third));
  }

  @Test
  void one_payment_that_names_two_orders_is_split_too() {
    var first = paid("A", "1");
    var second = paid("B", "1");
    var third = paid("B", "2");

    assertThat(passes(first, second, third))
        .containsExactly(List.of(first), List.of(second), List.of(third));
  }

  @Test
  void an_empty_batch_has_no_pass() {
    assertThat(passes()).isEmpty();
  }
}

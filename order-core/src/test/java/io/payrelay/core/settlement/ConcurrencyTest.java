package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.core.RunningCore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {

  private final RunningCore core = RunningCore.get();
  private final Settlement settlement = core.bean(Settlement.class);
  private final CarefulBooking booking = core.bean(CarefulBooking.class);
  private final Shop shop = Shop.open();

  @AfterEach
  void the_books_are_right() {
    shop.checkInvariants();
  }

  private static <T> List<T> inFourThreads(List<Callable<T>> tasks)
      throws InterruptedException, ExecutionException {
    try (var threads = Executors.newFixedThreadPool(4)) {
      var results = new ArrayList<T>();
      for (Future<T> future : threads.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    }
  }

  @Test
  void fifty_deliveries_in_four_threads_are_one_booking_without_any_guard() throws Exception {
    var orderNo = shop.payingOrder();
    List<Callable<Map<String, Outcome>>> tasks =
        Collections.nCopies(50, () -> booking.book(List.of(shop.paid(orderNo, "t").arrival())));

    var outcomes = inFourThreads(tasks);

    assertThat(outcomes.stream().filter(map -> map.get(orderNo) instanceof Outcome.Settled))
        .hasSize(1);
    assertThat(outcomes.stream().filter(map -> map.get(orderNo) instanceof Outcome.Duplicate))
        .hasSize(49);
    assertThat(shop.balance()).isEqualTo(59_900);
  }

  @Test
  void fifty_deliveries_in_four_threads_are_one_booking_with_the_guard() throws Exception {
    var orderNo = shop.payingOrder();
    List<Callable<Map<String, Outcome>>> tasks =
        Collections.nCopies(
            50, () -> settlement.settle(List.of(shop.paid(orderNo, "t").arrival())));

    inFourThreads(tasks);

    assertThat(shop.rows(orderNo).get("payments")).containsExactly("SETTLED");
    assertThat(shop.balance()).isEqualTo(59_900);
  }

  @RepeatedTest(10)
  void batches_that_cross_neither_deadlock_nor_lose() throws Exception {
    var orders = IntStream.range(0, 20).mapToObj(_ -> shop.order()).toList();
    var tasks = new ArrayList<Callable<Map<String, Outcome>>>();
    for (int i = 0; i < 4; i++) {
      var batch = new ArrayList<Arrival>();
      orders.forEach(orderNo -> batch.add(shop.paid(orderNo, "t-" + orderNo).arrival()));
      Collections.shuffle(batch);
      tasks.add(() -> booking.book(batch));
    }

    inFourThreads(tasks);

    assertThat(shop.balance()).isEqualTo(20 * 59_900);
    assertThat(orders).allMatch(orderNo -> shop.status(orderNo).equals("SUCCESS"));
  }

  @RepeatedTest(5)
  void payments_that_name_crossed_orders_neither_deadlock_nor_double() throws Exception {
    var first = shop.order();
    var second = shop.order();
    List<Callable<Map<String, Outcome>>> tasks =
        List.of(
            () ->
                booking.book(
                    List.of(shop.paid(first, "x").arrival(), shop.paid(second, "y").arrival())),
            () ->
                booking.book(
                    List.of(shop.paid(first, "y").arrival(), shop.paid(second, "x").arrival())));

    inFourThreads(tasks);

    assertThat(
            shop.sql()
                .sql("select count(*) from channel_payment where account = ?")
                .param(shop.account())
                .query(Long.class)
                .single())
        .isEqualTo(2);
  }

  @Test
  void two_payments_of_one_order_in_one_batch_are_one_settlement_and_one_case() {
    var orderNo = shop.payingOrder();
    var batch = List.of(shop.paid(orderNo, "t1").arrival(), shop.paid(orderNo, "t2").arrival());

    for (var pass : Passes.of(batch, arrival -> arrival)) {
      settlement.settle(pass);
    }

    assertThat(shop.rows(orderNo).get("payments")).containsExactly("SETTLED", "SUSPENDED");
    assertThat(shop.rows(orderNo).get("cases")).containsExactly("DOUBLE_PAYMENT OPEN");
  }

  @RepeatedTest(20)
  void a_race_of_close_and_pay_ends_in_success_or_in_suspense_with_a_case() throws Exception {
    var orderNo = shop.payingOrder();
    List<Callable<Map<String, Outcome>>> tasks =
        List.of(
            () -> booking.book(List.of(shop.paid(orderNo, "t-" + orderNo).arrival())),
            () -> booking.book(List.of(shop.word(NoticeKind.CLOSED, orderNo).arrival())));

    inFourThreads(tasks);

    var rows = shop.rows(orderNo);
    if (shop.status(orderNo).equals("SUCCESS")) {
      assertThat(rows.get("cases")).isEmpty();
      assertThat(rows.get("events")).containsExactly("payment.succeeded");
    } else {
      assertThat(shop.status(orderNo)).isEqualTo("CLOSED");
      assertThat(rows.get("cases")).containsExactly("LATE_SUCCESS OPEN");
      assertThat(rows.get("events")).containsExactly("payment.closed");
    }
  }
}

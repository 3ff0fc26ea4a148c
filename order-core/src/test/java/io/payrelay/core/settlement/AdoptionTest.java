package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.money.Money;
import io.payrelay.core.RunningCore;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdoptionTest {

  private final RunningCore core = RunningCore.get();
  private final CarefulBooking booking = core.bean(CarefulBooking.class);
  private final Adoption adoption = core.bean(Adoption.class);
  private final Shop shop = Shop.open();
  private final String orderNo = "O" + Shop.unique();

  @AfterEach
  void the_books_are_right() {
    shop.checkInvariants();
  }

  private void suspendFor(Shop.Notice notice) {
    booking.book(List.of(notice.lookedUp(4).arrival()));
  }

  @Test
  void an_order_that_appears_late_is_paid_with_what_waited_for_it() {
    suspendFor(shop.paid(orderNo, "t"));
    shop.order(orderNo);

    adoption.adoptAll();

    assertThat(shop.status(orderNo)).isEqualTo("SUCCESS");
    assertThat(shop.rows(orderNo))
        .containsEntry("payments", List.of("ADOPTED"))
        .containsEntry(
            "entries",
            List.of("SUSPEND CLEARING>SUSPENSE 59900 CNY", "ADOPT SUSPENSE>MERCHANT 59900 CNY"))
        .containsEntry("cases", List.of("UNKNOWN_ORDER CLOSED"))
        .containsEntry("events", List.of("payment.succeeded"));
    assertThat(shop.balance()).isEqualTo(59_900);
    assertThat(
            shop.sql()
                .sql("select resolution, reason from payment_case where order_no = ?")
                .param(orderNo)
                .query()
                .singleRow())
        .containsEntry("resolution", "ADOPTED")
        .containsEntry("reason", "order " + orderNo + " has appeared");
  }

  @Test
  void its_repeats_are_duplicates_afterwards() {
    suspendFor(shop.paid(orderNo, "t"));
    shop.order(orderNo);
    adoption.adoptAll();

    assertThat(booking.book(List.of(shop.paid(orderNo, "t").arrival())))
        .containsEntry(orderNo, new Outcome.Duplicate(true));
  }

  @Test
  void another_amount_or_account_stays_with_the_person() {
    suspendFor(shop.paid(orderNo, "t1").amount(Money.ofMinor(1, "CNY")));
    suspendFor(shop.paid(orderNo, "t2").account(Shop.open().account()));
    shop.order(orderNo);

    adoption.adoptAll();

    assertThat(shop.status(orderNo)).isEqualTo("INIT");
    assertThat(shop.rows(orderNo).get("cases"))
        .containsExactly("UNKNOWN_ORDER OPEN", "UNKNOWN_ORDER OPEN");
  }

  @Test
  void of_two_payments_one_is_adopted_and_the_other_stays_with_the_person() {
    suspendFor(shop.paid(orderNo, "t1"));
    suspendFor(shop.paid(orderNo, "t2"));
    shop.order(orderNo);

    adoption.adoptAll();

    assertThat(shop.rows(orderNo).get("payments")).containsExactly("ADOPTED", "SUSPENDED");
    assertThat(shop.balance()).isEqualTo(59_900);
  }

  @Test
  void nodes_that_sweep_at_once_adopt_once() throws Exception {
    suspendFor(shop.paid(orderNo, "t"));
    shop.order(orderNo);
    List<Callable<Integer>> sweeps = Collections.nCopies(4, adoption::adoptAll);

    try (var threads = Executors.newFixedThreadPool(4)) {
      for (var done : threads.invokeAll(sweeps)) {
        done.get();
      }
    }

    assertThat(shop.balance()).isEqualTo(59_900);
    assertThat(shop.rows(orderNo).get("events")).containsExactly("payment.succeeded");
  }
}

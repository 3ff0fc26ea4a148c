package io.payrelay.sandbox;

import static io.payrelay.sandbox.OrderBooks.PATIENCE;
import static io.payrelay.sandbox.OrderBooks.assertBooked;
import static io.payrelay.sandbox.OrderBooks.assertCase;
import static io.payrelay.sandbox.OrderBooks.assertNoCase;
import static io.payrelay.sandbox.OrderBooks.assertOrder;
import static io.payrelay.sandbox.OrderBooks.awaitPayment;
import static io.payrelay.sandbox.OrderBooks.events;
import static io.payrelay.sandbox.RunningStack.AMOUNT;
import static io.payrelay.sandbox.RunningStack.CHANNEL;
import static io.payrelay.sandbox.RunningStack.CLOCK;
import static io.payrelay.sandbox.RunningStack.IDS;
import static io.payrelay.sandbox.RunningStack.accountOf;
import static io.payrelay.sandbox.RunningStack.apiOf;
import static io.payrelay.sandbox.RunningStack.count;
import static io.payrelay.sandbox.RunningStack.payingOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.channel.Notice.Status;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Each row of the money table, by real callbacks: what is booked, and what the merchant hears. */
class MoneyTableIT {

  private final Account account = accountOf("sandbox");

  @AfterAll
  static void the_books_hold() throws Exception {
    RunningStack.assertBooksHold();
  }

  @Test
  void a_payment_that_matches_goes_to_the_merchant() throws Exception {
    var orderNo = payingOrder("sandbox");

    acknowledged(paid(orderNo, "a", AMOUNT));

    awaitPayment(orderNo, "a", "SETTLED");
    assertOrder(orderNo, "SUCCESS", List.of("payment.succeeded"));
    assertBooked(orderNo, "CLEARING → MERCHANT 59900");
    assertNoCase(orderNo);
    await()
        .atMost(PATIENCE)
        .until(() -> RunningStack.sink().of(orderNo).stream().anyMatch(one -> one.isAccepted()));
  }

  @Test
  void an_order_that_was_never_started_walks_both_edges() throws Exception {
    var orderNo = apiOf("sandbox").create(IDS.withPrefix("it-"), AMOUNT);

    acknowledged(paid(orderNo, "a", AMOUNT));

    awaitPayment(orderNo, "a", "SETTLED");
    assertOrder(orderNo, "SUCCESS", List.of("payment.succeeded"));
    assertThat(count("select count(*) from core.order_transition where order_no = ?", orderNo))
        .isEqualTo(2);
  }

  @Test
  void the_same_payment_again_changes_nothing() throws Exception {
    var orderNo = payingOrder("sandbox");
    acknowledged(paid(orderNo, "a", AMOUNT));
    awaitPayment(orderNo, "a", "SETTLED");

    for (int i = 0; i < 5; i++) {
      acknowledged(paid(orderNo, "a", AMOUNT));
    }

    settleSomethingElse();
    assertOrder(orderNo, "SUCCESS", List.of("payment.succeeded"));
    assertBooked(orderNo, "CLEARING → MERCHANT 59900");
  }

  @Test
  void a_success_after_close_goes_to_suspense_and_the_merchant_hears_nothing_of_it()
      throws Exception {
    lateSuccess(Status.CLOSED, "CLOSED", "payment.closed");
  }

  @Test
  void a_success_after_a_final_failure_goes_to_suspense() throws Exception {
    lateSuccess(Status.FAIL, "FAIL", "payment.failed");
  }

  private void lateSuccess(Status end, String status, String event) throws Exception {
    var orderNo = payingOrder("sandbox");
    acknowledged(notice(orderNo, "a", AMOUNT, end));
    await().atMost(PATIENCE).untilAsserted(() -> assertOrder(orderNo, status, List.of(event)));

    acknowledged(paid(orderNo, "b", AMOUNT));

    awaitPayment(orderNo, "b", "SUSPENDED");
    assertOrder(orderNo, status, List.of(event));
    assertBooked(orderNo, "CLEARING → SUSPENSE 59900");
    assertCase(orderNo, "LATE_SUCCESS 59900 OPEN");
  }

  @Test
  void another_amount_is_refused_and_still_kept_in_suspense() throws Exception {
    var orderNo = payingOrder("sandbox");

    var answer = once(paid(orderNo, "a", Money.parse("5.99", "CNY")));

    assertThat(CHANNEL.isAcknowledged(answer)).isFalse();
    assertThat(answer.json().path("code").asString("")).isEqualTo("FAIL");
    awaitPayment(orderNo, "a", "SUSPENDED");
    assertOrder(orderNo, "PAYING", List.of());
    assertBooked(orderNo, "CLEARING → SUSPENSE 599");
    assertCase(orderNo, "AMOUNT_MISMATCH 599 OPEN");
  }

  @Test
  void another_currency_is_a_mismatch_whatever_the_number() throws Exception {
    var orderNo = payingOrder("sandbox");

    var answer = once(paid(orderNo, "a", Money.parse("599.00", "USD")));

    assertThat(CHANNEL.isAcknowledged(answer)).isFalse();
    awaitPayment(orderNo, "a", "SUSPENDED");
    assertOrder(orderNo, "PAYING", List.of());
    assertCase(orderNo, "AMOUNT_MISMATCH 59900 OPEN");
  }

  @Test
  void a_second_payment_of_a_paid_order_is_money_and_not_a_repeat() throws Exception {
    var orderNo = payingOrder("sandbox");
    acknowledged(paid(orderNo, "a", AMOUNT));
    awaitPayment(orderNo, "a", "SETTLED");

    acknowledged(paid(orderNo, "b", AMOUNT));

    awaitPayment(orderNo, "b", "SUSPENDED");
    assertOrder(orderNo, "SUCCESS", List.of("payment.succeeded"));
    assertBooked(orderNo, "CLEARING → MERCHANT 59900", "CLEARING → SUSPENSE 59900");
    assertCase(orderNo, "DOUBLE_PAYMENT 59900 OPEN");
  }

  @Test
  void a_payment_of_an_unknown_order_waits_shortly_and_goes_to_suspense() throws Exception {
    var orderNo = IDS.orderNo();

    acknowledged(paid(orderNo, "a", AMOUNT));

    awaitPayment(orderNo, "a", "SUSPENDED");
    assertBooked(orderNo, "CLEARING → SUSPENSE 59900");
    assertCase(orderNo, "UNKNOWN_ORDER 59900 OPEN");
    assertThat(events(orderNo)).isEmpty();
  }

  @Test
  void one_merchants_secret_never_settles_anothers_order() throws Exception {
    var orderNo = payingOrder("sandbox");

    acknowledged(accountOf("down"), paid(orderNo, "a", AMOUNT));

    awaitPayment(orderNo, "a", "SUSPENDED");
    assertOrder(orderNo, "PAYING", List.of());
    assertBooked(orderNo, "CLEARING → SUSPENSE 59900");
    assertCase(orderNo, "WRONG_ACCOUNT 59900 OPEN");
  }

  private static Notice paid(String orderNo, String suffix, Money amount) {
    return notice(orderNo, suffix, amount, Status.SUCCESS);
  }

  private static Notice notice(String orderNo, String suffix, Money amount, Status status) {
    return new Notice(IDS.eventId(), orderNo, orderNo + suffix, amount, status, CLOCK.instant());
  }

  private Answer once(Notice notice) throws Exception {
    return RunningStack.channelThatGivesUpAfter(PATIENCE)
        .once(account, CHANNEL.sign(notice, account, CLOCK.instant()));
  }

  private void acknowledged(Notice notice) throws InterruptedException {
    acknowledged(account, notice);
  }

  private static void acknowledged(Account account, Notice notice) throws InterruptedException {
    assertThat(RunningStack.channelThatGivesUpAfter(PATIENCE).send(CHANNEL, account, notice))
        .isInstanceOf(Delivered.Acknowledged.class);
  }

  /** What was sent before this has been dealt with when it has. */
  private void settleSomethingElse() throws Exception {
    var other = payingOrder("sandbox");
    acknowledged(paid(other, "a", AMOUNT));
    awaitPayment(other, "a", "SETTLED");
  }
}

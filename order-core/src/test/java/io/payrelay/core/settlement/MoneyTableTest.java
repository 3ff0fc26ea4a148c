package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.core.RunningCore;
import io.payrelay.core.cases.CaseKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every row of the money table, as rows of the database. */
class MoneyTableTest {

  private static final String SUSPENDED = "SUSPEND CLEARING>SUSPENSE ";

  private final Settlement settlement = RunningCore.get().bean(Settlement.class);
  private final Shop shop = Shop.open();

  @AfterEach
  void the_books_are_right() {
    shop.checkInvariants();
  }

  private Outcome settle(Shop.Notice notice) {
    var outcomes = settlement.settle(List.of(notice.arrival()));
    assertThat(outcomes).containsOnlyKeys(notice.orderNo());
    return outcomes.values().iterator().next();
  }

  private void assertSuspended(Shop.Notice notice, CaseKind why) {
    var eventsBefore = shop.rows(notice.orderNo()).get("events");
    var balanceBefore = shop.balance();

    assertThat(settle(notice))
        .isInstanceOfSatisfying(
            Outcome.Suspended.class, outcome -> assertThat(outcome.why()).isEqualTo(why));

    var rows = shop.rows(notice.orderNo());
    assertThat(rows.get("payments")).contains("SUSPENDED");
    assertThat(rows.get("entries"))
        .last()
        .asString()
        .startsWith(SUSPENDED + (notice.amount() == null ? "" : notice.amount().minor()));
    assertThat(rows.get("cases")).contains(why + " OPEN");
    assertThat(rows.get("events")).isEqualTo(eventsBefore);
    assertThat(shop.balance()).isEqualTo(balanceBefore);
  }

  @Test
  void a_payment_of_a_paying_order_reaches_the_merchant() {
    var orderNo = shop.payingOrder();

    assertThat(settle(shop.paid(orderNo, "t"))).isInstanceOf(Outcome.Settled.class);

    assertThat(shop.status(orderNo)).isEqualTo("SUCCESS");
    assertThat(shop.rows(orderNo))
        .isEqualTo(
            Map.of(
                "payments", List.of("SETTLED"),
                "entries", List.of("SETTLE CLEARING>MERCHANT 59900 CNY"),
                "cases", List.of(),
                "events", List.of("payment.succeeded"),
                "history", List.of("INIT>PAYING", "PAYING>SUCCESS")));
    assertThat(shop.balance()).isEqualTo(59_900);
  }

  @Test
  void a_payment_of_an_init_order_walks_both_edges_and_binds_it() {
    var orderNo = shop.order();

    assertThat(settle(shop.paid(orderNo, "t"))).isInstanceOf(Outcome.Settled.class);

    assertThat(shop.rows(orderNo).get("history")).containsExactly("INIT>PAYING", "PAYING>SUCCESS");
    assertThat(
            shop.sql()
                .sql("select * from orders where order_no = ?")
                .param(orderNo)
                .query()
                .singleRow())
        .containsEntry("channel_account", shop.account())
        .containsEntry("channel_order_no", "t")
        .containsEntry("version", 2L)
        .hasEntrySatisfying("pay_succ_time", time -> assertThat(time).isNotNull());
  }

  @Test
  void the_same_payment_again_books_nothing_with_and_without_the_mark() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t"));
    var before = shop.rows(orderNo);

    assertThat(settle(shop.paid(orderNo, "t"))).isEqualTo(new Outcome.Duplicate(true));
    GuardKeys.of(orderNo, shop, "t").forget();
    assertThat(settle(shop.paid(orderNo, "t"))).isEqualTo(new Outcome.Duplicate(true));

    assertThat(shop.rows(orderNo)).isEqualTo(before);
  }

  @Test
  void a_booked_payment_told_with_another_amount_is_no_repeat_and_no_new_money() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t"));
    var before = shop.rows(orderNo);
    var less = Money.parse("0.01", "CNY");

    var outcome = settle(shop.paid(orderNo, "t").amount(less));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Contradicted.class,
            told -> assertThat(told.booked().amount()).isNotEqualTo(less));
    assertThat(shop.rows(orderNo)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      value = NoticeKind.class,
      names = {"CLOSED", "FAILED"})
  void a_success_after_the_end_goes_to_suspense_and_the_merchant_hears_nothing(NoticeKind end) {
    var orderNo = shop.payingOrder();
    settle(shop.word(end, orderNo));
    var status = shop.status(orderNo);

    assertSuspended(shop.paid(orderNo, "t"), CaseKind.LATE_SUCCESS);

    assertThat(shop.status(orderNo)).isEqualTo(status);
  }

  @Test
  void another_amount_is_kept_as_it_is_and_the_order_stays_open() {
    var orderNo = shop.payingOrder();

    assertSuspended(
        shop.paid(orderNo, "t").amount(Money.ofMinor(1, "CNY")), CaseKind.AMOUNT_MISMATCH);

    assertThat(shop.status(orderNo)).isEqualTo("PAYING");
  }

  @Test
  void another_currency_is_a_mismatch_whatever_the_number() {
    var orderNo = shop.payingOrder();

    assertSuspended(
        shop.paid(orderNo, "t").amount(Money.ofMinor(59_900, "USD")), CaseKind.AMOUNT_MISMATCH);
  }

  @Test
  void after_a_mismatch_the_right_amount_still_settles() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t1").amount(Money.ofMinor(1, "CNY")));

    assertThat(settle(shop.paid(orderNo, "t2"))).isInstanceOf(Outcome.Settled.class);
  }

  @Test
  void a_second_transaction_of_a_paid_order_is_money_and_no_repeat() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t1"));

    assertSuspended(shop.paid(orderNo, "t2"), CaseKind.DOUBLE_PAYMENT);

    assertThat(shop.balance()).isEqualTo(59_900);
  }

  @Test
  void an_unknown_order_is_waited_for_and_then_its_money_is_kept() {
    var orderNo = "O" + Shop.unique();

    assertThat(settle(shop.paid(orderNo, "t"))).isInstanceOf(Outcome.OrderAbsent.class);
    assertThat(shop.rows(orderNo).get("payments")).isEmpty();
    assertSuspended(shop.paid(orderNo, "t").lookedUp(4), CaseKind.UNKNOWN_ORDER);
  }

  @Test
  void money_through_a_foreign_account_is_kept() {
    assertSuspended(
        shop.paid(shop.order(), "t").account(Shop.open().account()), CaseKind.WRONG_ACCOUNT);
    assertSuspended(
        shop.paid(shop.payingOrder(), "t").account("nobody's" + Shop.unique()),
        CaseKind.WRONG_ACCOUNT);
  }

  @Test
  void money_through_another_account_of_the_same_merchant_is_kept_once_the_order_is_bound() {
    var other = "acc" + Shop.unique();
    shop.addAccount(other);

    assertSuspended(shop.paid(shop.payingOrder(), "t").account(other), CaseKind.WRONG_ACCOUNT);
    assertThat(settle(shop.paid(shop.order(), "t2").account(other)))
        .isInstanceOf(Outcome.Settled.class);
  }

  @Test
  void a_notice_of_another_identity_is_kept_even_if_everything_else_fits() {
    assertSuspended(
        shop.paid(shop.payingOrder(), "t").withForeignIdentity(), CaseKind.WRONG_ACCOUNT);
  }

  @Test
  void a_failed_order_ends_and_the_merchant_hears_of_it() {
    var orderNo = shop.order();

    assertThat(settle(shop.word(NoticeKind.FAILED, orderNo))).isInstanceOf(Outcome.Ended.class);

    assertThat(shop.status(orderNo)).isEqualTo("FAIL");
    assertThat(shop.rows(orderNo).get("events")).containsExactly("payment.failed");
    assertThat(shop.rows(orderNo).get("history")).containsExactly("INIT>PAYING", "PAYING>FAIL");
  }

  @ParameterizedTest
  @EnumSource(
      value = NoticeKind.class,
      names = {"CLOSED", "FAILED"})
  void nothing_leaves_success(NoticeKind end) {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t"));

    assertThat(settle(shop.word(end, orderNo))).isEqualTo(new Outcome.Ignored("order_is_SUCCESS"));

    assertThat(shop.status(orderNo)).isEqualTo("SUCCESS");
  }

  @ParameterizedTest
  @EnumSource(
      value = NoticeKind.class,
      names = {"ATTEMPT_FAILED", "PENDING"})
  void what_is_not_final_leaves_the_order_open(NoticeKind kind) {
    var orderNo = shop.payingOrder();

    assertThat(settle(shop.word(kind, orderNo))).isInstanceOf(Outcome.Ignored.class);

    assertThat(shop.status(orderNo)).isEqualTo("PAYING");
  }

  @Test
  void a_refund_opens_one_case_and_moves_no_money() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t"));
    var refund = shop.word(NoticeKind.REFUND, orderNo).arrival();

    settlement.settle(List.of(refund));
    settlement.settle(List.of(refund));

    assertThat(shop.rows(orderNo).get("cases")).containsExactly("REFUND OPEN");
    assertThat(shop.balance()).isEqualTo(59_900);
  }
}

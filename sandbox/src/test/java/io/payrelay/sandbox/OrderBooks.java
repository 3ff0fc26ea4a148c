package io.payrelay.sandbox;

import static io.payrelay.sandbox.RunningStack.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

/** What the books must say about one order. */
final class OrderBooks {

  static final Duration PATIENCE = Duration.ofSeconds(30);

  private OrderBooks() {}

  /** The payment with this suffix ends like this. */
  static void awaitPayment(String orderNo, String suffix, String outcome) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        texts(
                            "select outcome from core.channel_payment where transaction_id = ?",
                            orderNo + suffix))
                    .containsExactly(outcome));
  }

  /** The order stands there, and these events told of it. */
  static void assertOrder(String orderNo, String status, List<String> events) throws Exception {
    assertThat(texts("select status from core.orders where order_no = ?", orderNo))
        .containsExactly(status);
    assertThat(events(orderNo)).isEqualTo(events);
  }

  static List<String> events(String orderNo) throws Exception {
    return texts("select event_type from core.outbox where order_no = ? order by 1", orderNo);
  }

  static void assertBooked(String orderNo, String... movements) throws Exception {
    assertThat(
            texts(
                """
                select d.kind || ' → ' || c.kind || ' ' || e.amount
                from core.ledger_entry e
                join core.ledger_account d on d.account_id = e.debit_account
                join core.ledger_account c on c.account_id = e.credit_account
                where e.order_no = ?
                order by e.entry_id
                """,
                orderNo))
        .containsExactly(movements);
  }

  static void assertCase(String orderNo, String... expected) throws Exception {
    assertThat(
            texts(
                "select kind || ' ' || amount || ' ' || status from core.payment_case"
                    + " where order_no = ?",
                orderNo))
        .containsExactly(expected);
  }

  static void assertNoCase(String orderNo) throws Exception {
    assertThat(count("select count(*) from core.payment_case where order_no = ?", orderNo))
        .isZero();
  }

  private static List<String> texts(String sql, String argument) throws Exception {
    try (var database = RunningStack.database()) {
      return database.list(sql, row -> row.getString(1), argument);
    }
  }
}

package io.payrelay.core.settlement;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The record of money that has arrived: one row per payment, for ever. */
@Component
class Payments {

  /** A payment about to be recorded. */
  record NewPayment(
      PaidNotice notice,
      boolean settles,
      String deliveryId,
      @Nullable Instant paidAt,
      Instant receivedAt) {}

  private final JdbcClient jdbc;

  Payments(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Records the payments, in key order, and returns the ids of those that were new: the others were
   * booked by somebody else a moment ago.
   */
  Map<PaymentKey, Long> insert(List<NewPayment> payments) {
    var ids = new HashMap<PaymentKey, Long>();
    if (payments.isEmpty()) {
      return ids;
    }
    jdbc.sql(
            """
            insert into channel_payment
              (channel_family, account, transaction_id, channel, order_no, amount, currency, outcome,
               delivery_id, paid_at, received_at)
            select *
            from unnest(
                :families::text[], :accounts::text[], :transactions::text[], :channels::text[],
                :orders::text[], :amounts::bigint[], :currencies::text[], :outcomes::text[],
                :deliveries::text[], :paid::timestamptz[], :received::timestamptz[])
              as p (family, account, transaction_id)
            order by family, account, transaction_id
            on conflict on constraint payment_arrives_once do nothing
            returning payment_id, channel_family, account, transaction_id
            """)
        .param("families", texts(payments, p -> p.notice().payment().channelFamily()))
        .param("accounts", texts(payments, p -> p.notice().payment().account()))
        .param("transactions", texts(payments, p -> p.notice().payment().transactionId()))
        .param("channels", texts(payments, p -> p.notice().at().channel()))
        .param("orders", texts(payments, p -> p.notice().orderNo()))
        .param(
            "amounts", payments.stream().map(p -> p.notice().amount().minor()).toArray(Long[]::new))
        .param("currencies", texts(payments, p -> p.notice().amount().currencyCode()))
        .param("outcomes", texts(payments, p -> p.settles() ? "SETTLED" : "SUSPENDED"))
        .param("deliveries", texts(payments, NewPayment::deliveryId))
        .param("paid", texts(payments, p -> Objects.toString(p.paidAt(), null)))
        .param("received", texts(payments, p -> p.receivedAt().toString()))
        .query(
            row -> {
              ids.put(
                  new PaymentKey(row.getString(2), row.getString(3), row.getString(4)),
                  row.getLong(1));
            });
    return ids;
  }

  /** A suspended payment has found its order. */
  void markAdopted(long paymentId) {
    jdbc.sql(
            """
            update channel_payment
            set outcome = 'ADOPTED'
            where payment_id = :payment and outcome = 'SUSPENDED'
            """)
        .param("payment", paymentId)
        .update();
  }

  private static @Nullable String[] texts(
      List<NewPayment> rows, Function<NewPayment, ? extends @Nullable String> column) {
    return rows.stream().map(column).toArray(String[]::new);
  }
}

package io.payrelay.core.settlement;

import io.payrelay.common.money.Money;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A payment in suspense whose order was unknown, and the case that is open for it. */
record SuspendedPayment(long caseId, long paymentId, PaidNotice notice, @Nullable Instant paidAt) {

  /**
   * Those with an open case whose order exists by now and may take them, after a case in the order
   * of cases. Only a first look: the order is judged again under its lock.
   */
  static List<SuspendedPayment> whoseOrderAppeared(JdbcClient jdbc, long afterCase, int most) {
    return jdbc.sql(
            """
            select c.case_id, p.payment_id, p.channel_family, p.account, p.transaction_id, p.channel,
              p.order_no, p.amount, p.currency, p.paid_at
            from payment_case c
            join channel_payment p using (payment_id)
            join orders o on o.order_no = p.order_no
            where c.status = 'OPEN' and c.kind = 'UNKNOWN_ORDER' and c.case_id > :after
              and o.status in ('INIT', 'PAYING') and o.amount = p.amount and o.currency = p.currency
            order by c.case_id
            limit :most
            """)
        .param("after", afterCase)
        .param("most", most)
        .query(
            (row, _) -> {
              var paidAt = row.getObject("paid_at", OffsetDateTime.class);
              var account = row.getString("account");
              return new SuspendedPayment(
                  row.getLong("case_id"),
                  row.getLong("payment_id"),
                  new PaidNotice(
                      new PaymentKey(
                          row.getString("channel_family"),
                          account,
                          row.getString("transaction_id")),
                      new ChannelAccount(row.getString("channel"), account),
                      row.getString("order_no"),
                      Money.ofMinor(row.getLong("amount"), row.getString("currency")),
                      // A notice of another identity never gets a case of this kind.
                      true),
                  paidAt == null ? null : paidAt.toInstant());
            })
        .list();
  }
}

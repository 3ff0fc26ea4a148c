package io.payrelay.core.cases;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Opens and closes cases in the caller's transaction. Thread-safe. */
@Component
public class Cases {

  private final JdbcClient jdbc;

  Cases(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Opens one case for each payment; the database refuses a second one. */
  public void open(List<MoneyCase> cases) {
    if (cases.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            insert into payment_case
              (kind, payment_id, channel, channel_family, account, order_no, amount, currency)
            select *
            from unnest(
              :kinds::text[], :payments::bigint[], :channels::text[], :families::text[],
              :accounts::text[], :orders::text[], :amounts::bigint[], :currencies::text[])
            """)
        .param("kinds", cases.stream().map(c -> c.kind().name()).toArray(String[]::new))
        .param("payments", cases.stream().map(MoneyCase::paymentId).toArray(Long[]::new))
        .param("channels", cases.stream().map(MoneyCase::channel).toArray(String[]::new))
        .param("families", cases.stream().map(MoneyCase::channelFamily).toArray(String[]::new))
        .param("accounts", cases.stream().map(MoneyCase::account).toArray(String[]::new))
        .param("orders", cases.stream().map(MoneyCase::orderNo).toArray(String[]::new))
        .param("amounts", cases.stream().map(c -> c.amount().minor()).toArray(Long[]::new))
        .param(
            "currencies", cases.stream().map(c -> c.amount().currencyCode()).toArray(String[]::new))
        .update();
  }

  /** Opens a case unless this refund has one; says whether it was new. */
  public boolean openRefund(RefundNotice refund) {
    var amount = refund.amount();
    return jdbc.sql(
                """
                insert into payment_case
                  (kind, channel, channel_family, account, order_no, refund_key, amount, currency)
                values ('REFUND', :channel, :family, :account, :order, :key, :amount, :currency)
                on conflict on constraint refund_has_one_case do nothing
                """)
            .param("channel", refund.channel())
            .param("family", refund.channelFamily())
            .param("account", refund.account())
            .param("order", refund.orderNo())
            .param("key", refund.refundKey())
            .param("amount", amount == null ? null : amount.minor(), java.sql.Types.BIGINT)
            .param(
                "currency", amount == null ? null : amount.currencyCode(), java.sql.Types.VARCHAR)
            .update()
        == 1;
  }

  /** Closes an open case by compare-and-swap; false if somebody else was faster. */
  public boolean close(long caseId, String resolution, String reason) {
    return jdbc.sql(
                """
                update payment_case
                set status = 'CLOSED', resolution = :resolution, reason = :reason,
                    closed_at = now(), version = version + 1
                where case_id = :case and status = 'OPEN'
                """)
            .param("case", caseId)
            .param("resolution", resolution)
            .param("reason", reason)
            .update()
        == 1;
  }
}

package io.payrelay.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What must hold in the books after every commit, as SQL: each query finds the violations. */
public final class Invariants {

  private static final Map<String, String> LEDGER =
      Map.of(
          "P2: the balances of a currency sum to zero",
          """
          select currency, sum(balance)
          from account_balance join ledger_account using (account_id)
          group by currency
          having sum(balance) <> 0
          """,
          "P2: a balance is the fold of its entries",
          """
          select a.account_id
          from ledger_account a
          where (select coalesce(sum(balance), 0) from account_balance b
                 where b.account_id = a.account_id)
             <> (select coalesce(sum(amount), 0) from ledger_entry where credit_account = a.account_id)
              - (select coalesce(sum(amount), 0) from ledger_entry where debit_account = a.account_id)
          """,
          "P3: a payment has one entry of its arrival, of its own amount",
          """
          select payment_id
          from channel_payment p
          left join ledger_entry e
            on e.source_id = p.payment_id::text and e.kind in ('SETTLE', 'SUSPEND')
          group by payment_id
          having count(e.entry_id) <> 1
            or bool_or(e.amount <> p.amount or e.currency <> p.currency)
            or bool_or((e.kind = 'SETTLE') <> (p.outcome = 'SETTLED'))
          """,
          "P3: an adopted payment has left suspense, and no other has",
          """
          select payment_id
          from channel_payment p
          left join ledger_entry e on e.source_id = p.payment_id::text and e.kind = 'ADOPT'
          where (p.outcome = 'ADOPTED') <> (e.entry_id is not null)
          """,
          "P9: suspense is what the open cases say",
          """
          select currency
          from ledger_account
          left join (select account_id, sum(balance) as balance from account_balance group by 1) b
            using (account_id)
          left join (
            select currency, sum(amount) as amount
            from payment_case
            where status = 'OPEN' and payment_id is not null
            group by 1) c using (currency)
          where kind = 'SUSPENSE' and coalesce(b.balance, 0) <> coalesce(c.amount, 0)
          """);

  private static final Map<String, String> ORDERS =
      Map.of(
          "P5: an order's status is where its history ends",
          """
          select o.order_no
          from orders o
          left join lateral (
            select to_status from order_transition t
            where t.order_no = o.order_no order by transition_id desc limit 1) t on true
          where o.merchant_no = any(:merchants) and o.status <> coalesce(t.to_status, 'INIT')
          """,
          "P3: a paid order has one payment, another has none",
          """
          select o.order_no
          from orders o
          left join channel_payment p
            on p.order_no = o.order_no and p.outcome in ('SETTLED', 'ADOPTED')
          where o.merchant_no = any(:merchants)
          group by o.order_no
          having count(p.payment_id) <> case when o.status = 'SUCCESS' then 1 else 0 end
          """,
          "P6: the merchant is told of an outcome if and only if it is so",
          """
          select o.order_no
          from orders o
          left join outbox e on e.order_no = o.order_no
          where o.merchant_no = any(:merchants)
          group by o.order_no
          having array_remove(array_agg(e.event_type), null) <> case o.status
            when 'SUCCESS' then array['payment.succeeded']
            when 'FAIL' then array['payment.failed']
            when 'CLOSED' then array['payment.closed']
            else array[]::text[] end
          """);

  private Invariants() {}

  /** Checks the ledger as a whole, and the orders of these merchants. */
  public static void check(JdbcClient sql, List<String> merchants) {
    var violations = new LinkedHashMap<String, List<?>>();
    LEDGER.forEach((name, query) -> violations.put(name, sql.sql(query).query().listOfRows()));
    ORDERS.forEach(
        (name, query) ->
            violations.put(
                name,
                sql.sql(query)
                    .param("merchants", merchants.toArray(String[]::new))
                    .query()
                    .listOfRows()));
    violations.values().removeIf(List::isEmpty);
    assertThat(violations).as("violated invariants").isEmpty();
  }
}

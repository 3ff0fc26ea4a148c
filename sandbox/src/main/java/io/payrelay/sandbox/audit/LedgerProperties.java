package io.payrelay.sandbox.audit;

import java.util.List;

/** P2, P3 and P9: money is neither invented nor lost, and each payment is booked once. */
final class LedgerProperties {

  private LedgerProperties() {}

  private static final Property DEBITS_EQUAL_CREDITS =
      Property.of(
          "P2 debits equal credits in each currency",
          """
          select currency || ': debits minus credits is ' || sum(amount)
          from (
            select a.currency, e.amount
            from core.ledger_entry e
            join core.ledger_account a on a.account_id = e.debit_account
            union all
            select a.currency, -e.amount
            from core.ledger_entry e
            join core.ledger_account a on a.account_id = e.credit_account
          ) leg
          group by currency
          having sum(amount) <> 0
          """);

  private static final Property BALANCE_IS_THE_FOLD =
      Property.of(
          "P2 each balance is the fold of its entries",
          """
          select a.kind || ' ' || a.owner || ' ' || a.currency || ': balance '
            || coalesce(b.balance, 0) || ', entries ' || coalesce(f.balance, 0)
          from core.ledger_account a
          left join (
            select account_id, sum(balance) as balance
            from core.account_balance
            group by account_id
          ) b on b.account_id = a.account_id
          left join (
            select account_id, sum(amount) as balance
            from (
              select credit_account as account_id, amount from core.ledger_entry
              union all
              select debit_account, -amount from core.ledger_entry
            ) leg
            group by account_id
          ) f on f.account_id = a.account_id
          where coalesce(b.balance, 0) <> coalesce(f.balance, 0)
          """);

  private static final Property BALANCES_SUM_TO_ZERO =
      Property.of(
          "P2 balances sum to zero",
          """
          select a.currency || ': balances sum to ' || sum(b.balance)
          from core.account_balance b
          join core.ledger_account a on a.account_id = b.account_id
          group by a.currency
          having sum(b.balance) <> 0
          """);

  private static final Property PAYMENT_IS_BOOKED_ONCE =
      Property.of(
          "P3 each payment is booked exactly once",
          """
          select p.channel_family || '/' || p.account || '/' || p.transaction_id || ' of '
            || p.amount || ' ' || p.currency || ' (' || p.outcome || ') is booked as '
            || coalesce(string_agg(e.kind || ' ' || e.amount, ', ' order by e.entry_id), 'nothing')
          from core.channel_payment p
          left join core.ledger_entry e
            on e.source_id = p.payment_id::text and e.kind in ('SETTLE', 'SUSPEND', 'ADOPT')
          group by p.payment_id
          having coalesce(string_agg(e.kind, ',' order by e.kind), '') <> case p.outcome
              when 'SETTLED' then 'SETTLE'
              when 'SUSPENDED' then 'SUSPEND'
              else 'ADOPT,SUSPEND'
            end
            or bool_or(e.amount <> p.amount or e.currency <> p.currency)
          """);

  private static final Property BOOKING_HAS_ITS_PAYMENT =
      Property.of(
          "P3 each booking has its payment",
          """
          select 'entry ' || e.entry_id || ' (' || e.kind || ') of ' || e.amount || ' '
            || e.currency || ' has no payment ' || e.source_id
          from core.ledger_entry e
          left join core.channel_payment p on p.payment_id::text = e.source_id
          where e.kind in ('SETTLE', 'SUSPEND', 'ADOPT') and p.payment_id is null
          """);

  private static final Property MONEY_GOES_WHERE_IT_BELONGS =
      Property.of(
          "P3 each booking goes where it belongs",
          """
          select 'entry ' || e.entry_id || ' (' || e.kind || ') goes from ' || d.kind || ' to '
            || c.kind || ' ' || c.owner || ' for order ' || coalesce(e.order_no, '?')
          from core.ledger_entry e
          join core.ledger_account d on d.account_id = e.debit_account
          join core.ledger_account c on c.account_id = e.credit_account
          left join core.orders o on o.order_no = e.order_no
          where (e.kind = 'SETTLE' and (d.kind, c.kind) <> ('CLEARING', 'MERCHANT'))
            or (e.kind = 'SUSPEND' and (d.kind, c.kind) <> ('CLEARING', 'SUSPENSE'))
            or (e.kind = 'ADOPT' and (d.kind, c.kind) <> ('SUSPENSE', 'MERCHANT'))
            or (e.kind in ('SETTLE', 'ADOPT') and c.owner is distinct from o.merchant_no)
          """);

  private static final Property SUCCESS_IS_ONE_PAYMENT =
      Property.of(
          "P3 a paid order has exactly one payment of its amount",
          """
          select o.order_no || ' is ' || o.status || ' with ' || count(p.payment_id)
            || ' settled payments of ' || coalesce(sum(p.amount), 0)
          from core.orders o
          left join core.channel_payment p
            on p.order_no = o.order_no and p.outcome in ('SETTLED', 'ADOPTED')
          group by o.order_no
          having count(p.payment_id) <> case when o.status = 'SUCCESS' then 1 else 0 end
            or bool_or(p.amount <> o.amount or p.currency <> o.currency)
          """);

  private static final Property SUSPENSE_IS_THE_OPEN_CASES =
      Property.of(
          "P9 suspense is the sum of open money cases",
          """
          select coalesce(s.currency, c.currency) || ': suspense ' || coalesce(s.amount, 0)
            || ', open cases ' || coalesce(c.amount, 0)
          from (
            select a.currency, sum(b.balance) as amount
            from core.account_balance b
            join core.ledger_account a on a.account_id = b.account_id
            where a.kind = 'SUSPENSE'
            group by a.currency
          ) s
          full join (
            select currency, sum(amount) as amount
            from core.payment_case
            where status = 'OPEN' and payment_id is not null
            group by currency
          ) c on c.currency = s.currency
          where coalesce(s.amount, 0) <> coalesce(c.amount, 0)
          """);

  private static final Property SUSPENDED_PAYMENT_HAS_ITS_CASE =
      Property.of(
          "P9 each suspended payment has its case",
          """
          select p.channel_family || '/' || p.account || '/' || p.transaction_id
            || coalesce(' has a case of ' || c.amount, ' has no case')
          from core.channel_payment p
          left join core.payment_case c on c.payment_id = p.payment_id
          where p.outcome = 'SUSPENDED'
            and (c.case_id is null or c.amount <> p.amount or c.currency <> p.currency)
          """);

  static List<Property> all() {
    return List.of(
        DEBITS_EQUAL_CREDITS,
        BALANCE_IS_THE_FOLD,
        BALANCES_SUM_TO_ZERO,
        PAYMENT_IS_BOOKED_ONCE,
        BOOKING_HAS_ITS_PAYMENT,
        MONEY_GOES_WHERE_IT_BELONGS,
        SUCCESS_IS_ONE_PAYMENT,
        SUSPENSE_IS_THE_OPEN_CASES,
        SUSPENDED_PAYMENT_HAS_ITS_CASE);
  }
}

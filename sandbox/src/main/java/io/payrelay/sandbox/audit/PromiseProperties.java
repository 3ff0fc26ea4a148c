package io.payrelay.sandbox.audit;

import java.util.List;

/** P4 and P3 from outside: what a channel saw acknowledged is on the books, once. */
final class PromiseProperties {

  private PromiseProperties() {}

  private static final String NOT_ON_THE_BOOKS =
      """
      select a.family || '/' || a.account || '/' || a.transaction_id
        || ' was acknowledged, and is not on the books'
      from unnest(?, ?, ?) as a (family, account, transaction_id)
      left join core.channel_payment p
        on p.channel_family = a.family
        and p.account = a.account
        and p.transaction_id = a.transaction_id
      where p.payment_id is null
      """;

  private static final String NOT_BOOKED_AS_ACKNOWLEDGED =
      """
      select a.transaction_id || ' of ' || a.amount || ' for ' || a.order_no
        || ' was acknowledged; booked ' || count(e.entry_id) || ' times as '
        || coalesce(sum(e.amount), 0) || ' for ' || coalesce(min(p.order_no), 'nothing')
      from unnest(?, ?, ?, ?, ?) as a (family, account, transaction_id, order_no, amount)
      left join core.channel_payment p
        on p.channel_family = a.family
        and p.account = a.account
        and p.transaction_id = a.transaction_id
      left join core.ledger_entry e
        on e.kind in ('SETTLE', 'SUSPEND') and e.source_id = p.payment_id::text
      group by a.family, a.account, a.transaction_id, a.order_no, a.amount
      having count(e.entry_id) <> 1
        or coalesce(sum(e.amount), 0) <> a.amount::bigint
        or min(p.order_no) <> a.order_no
      """;

  static List<Property> all(List<AckedPayment> acknowledged) {
    var families = acknowledged.stream().map(AckedPayment::channelFamily).toList();
    var accounts = acknowledged.stream().map(AckedPayment::account).toList();
    var transactions = acknowledged.stream().map(AckedPayment::transactionId).toList();
    var orders = acknowledged.stream().map(AckedPayment::orderNo).toList();
    var amounts = acknowledged.stream().map(one -> Long.toString(one.amount())).toList();
    return List.of(
        Property.of(
            "P4 what was acknowledged is on the books",
            NOT_ON_THE_BOOKS,
            families,
            accounts,
            transactions),
        Property.of(
            "P3 what was acknowledged is booked exactly once",
            NOT_BOOKED_AS_ACKNOWLEDGED,
            families,
            accounts,
            transactions,
            orders,
            amounts));
  }
}

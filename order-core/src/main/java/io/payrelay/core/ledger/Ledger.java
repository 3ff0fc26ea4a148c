package io.payrelay.core.ledger;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Books entries and keeps the balances their fold, in the caller's transaction. Each account is
 * updated once per call, in key order, so that concurrent callers never deadlock. Thread-safe.
 */
@Component
public class Ledger {

  private final JdbcClient jdbc;
  private final LedgerAccounts accounts;
  private final LedgerSettings settings;

  Ledger(JdbcClient jdbc, LedgerAccounts accounts, LedgerSettings settings) {
    this.jdbc = jdbc;
    this.accounts = accounts;
    this.settings = settings;
  }

  /** Books all entries; the database refuses a second one of the same kind and payment. */
  public void post(List<LedgerEntry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    var changes = Changes.of(entries);
    var ids = accounts.idsOf(changes.keySet());
    insert(entries, ids);
    addToBalances(changes, ids);
  }

  private void insert(List<LedgerEntry> entries, Map<AccountKey, Long> ids) {
    jdbc.sql(
            """
            insert into ledger_entry
              (kind, source_id, debit_account, credit_account, amount, currency, order_no)
            select *
            from unnest(
              :kinds::text[], :sources::text[], :debits::bigint[], :credits::bigint[],
              :amounts::bigint[], :currencies::text[], :orders::text[])
            """)
        .param("kinds", entries.stream().map(e -> e.kind().name()).toArray(String[]::new))
        .param(
            "sources",
            entries.stream().map(e -> Long.toString(e.paymentId())).toArray(String[]::new))
        .param("debits", entries.stream().map(e -> ids.get(e.debit())).toArray(Long[]::new))
        .param("credits", entries.stream().map(e -> ids.get(e.credit())).toArray(Long[]::new))
        .param("amounts", entries.stream().map(e -> e.amount().minor()).toArray(Long[]::new))
        .param(
            "currencies",
            entries.stream().map(e -> e.amount().currencyCode()).toArray(String[]::new))
        .param("orders", entries.stream().map(LedgerEntry::orderNo).toArray(String[]::new))
        .update();
  }

  private void addToBalances(Map<AccountKey, Long> changes, Map<AccountKey, Long> ids) {
    int sharedSlot = ThreadLocalRandom.current().nextInt(settings.slots());
    var keys = List.copyOf(changes.keySet());
    jdbc.sql(
            """
            insert into account_balance as b (account_id, slot, balance)
            select account_id, slot, change
            from unnest(:accounts::bigint[], :slots::smallint[], :changes::bigint[])
              as c (account_id, slot, change)
            order by account_id, slot
            on conflict (account_id, slot) do update set balance = b.balance + excluded.balance
            """)
        .param("accounts", keys.stream().map(ids::get).toArray(Long[]::new))
        .param(
            "slots",
            keys.stream()
                .map(key -> key.kind().isShared() ? sharedSlot : 0)
                .toArray(Integer[]::new))
        .param("changes", keys.stream().map(changes::get).toArray(Long[]::new))
        .update();
  }
}

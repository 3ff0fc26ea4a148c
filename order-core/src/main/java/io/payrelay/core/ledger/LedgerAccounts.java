package io.payrelay.core.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Finds ledger accounts, and opens those that are not there yet. Ids never change, so committed
 * ones are remembered. Runs in the caller's transaction. Thread-safe.
 */
@Component
class LedgerAccounts {

  private final JdbcClient jdbc;
  private final Map<AccountKey, Long> known = new ConcurrentHashMap<>();

  LedgerAccounts(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Map<AccountKey, Long> idsOf(Collection<AccountKey> keys) {
    var ids = new HashMap<AccountKey, Long>();
    var missing = new TreeSet<AccountKey>();
    for (var key : keys) {
      var id = known.get(key);
      if (id == null) {
        missing.add(key);
      } else {
        ids.put(key, id);
      }
    }
    if (!missing.isEmpty()) {
      var found = openAndFind(new ArrayList<>(missing));
      ids.putAll(found);
      rememberOnceCommitted(found);
    }
    return ids;
  }

  private Map<AccountKey, Long> openAndFind(List<AccountKey> keys) {
    // In key order, so that two batches that open the same accounts wait instead of deadlocking.
    bind(
            """
            insert into ledger_account (kind, owner, currency)
            select kind, owner, currency
            from unnest(:kinds::text[], :owners::text[], :currencies::text[]) as k (kind, owner, currency)
            order by kind, owner, currency
            on conflict do nothing
            """,
            keys)
        .update();
    var found = new HashMap<AccountKey, Long>();
    bind(
            """
            select account_id, kind, owner, currency
            from unnest(:kinds::text[], :owners::text[], :currencies::text[]) as k (kind, owner, currency)
            join ledger_account using (kind, owner, currency)
            """,
            keys)
        .query(
            (row, _) ->
                found.put(
                    new AccountKey(
                        AccountKey.Kind.valueOf(row.getString("kind")),
                        row.getString("owner"),
                        row.getString("currency")),
                    row.getLong("account_id")))
        .list();
    return found;
  }

  private JdbcClient.StatementSpec bind(String sql, List<AccountKey> keys) {
    return jdbc.sql(sql)
        .param("kinds", keys.stream().map(key -> key.kind().name()).toArray(String[]::new))
        .param("owners", keys.stream().map(AccountKey::owner).toArray(String[]::new))
        .param("currencies", keys.stream().map(AccountKey::currency).toArray(String[]::new));
  }

  private void rememberOnceCommitted(Map<AccountKey, Long> found) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            known.putAll(found);
          }
        });
  }
}

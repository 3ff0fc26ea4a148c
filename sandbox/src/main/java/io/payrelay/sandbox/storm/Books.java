package io.payrelay.sandbox.storm;

import io.payrelay.sandbox.stack.Database;
import java.sql.SQLException;
import java.util.Collection;

/**
 * What the books say about certain orders.
 *
 * @param balanceMinor what their ledger entries put on merchants' accounts, net
 */
public record Books(long settled, long ledgerTransactions, long balanceMinor) {

  private static final String SETTLED =
      """
      select count(*)
      from core.orders
      where order_no = any (?) and status = 'SUCCESS'
      """;

  private static final String LEDGER_TRANSACTIONS =
      """
      select count(*)
      from core.ledger_entry
      where order_no = any (?)
      """;

  private static final String BALANCE =
      """
      select coalesce(sum(
        case when c.kind = 'MERCHANT' then e.amount else 0 end
        - case when d.kind = 'MERCHANT' then e.amount else 0 end), 0)
      from core.ledger_entry e
      join core.ledger_account c on c.account_id = e.credit_account
      join core.ledger_account d on d.account_id = e.debit_account
      where e.order_no = any (?)
      """;

  public static Books of(Database database, Collection<String> orders) throws SQLException {
    return new Books(
        database.number(SETTLED, orders),
        database.number(LEDGER_TRANSACTIONS, orders),
        database.number(BALANCE, orders));
  }
}

package io.payrelay.core.ledger;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a list of entries does to each account: credits minus debits. Pure. */
final class Changes {

  private Changes() {}

  /**
   * Folds the entries, one number per account, in the order of the accounts. The sum per currency
   * is zero.
   *
   * @throws ArithmeticException if a sum leaves the range of a {@code long}
   */
  static SortedMap<AccountKey, Long> of(List<LedgerEntry> entries) {
    var changes = new TreeMap<AccountKey, Long>();
    for (var entry : entries) {
      changes.merge(entry.debit(), -entry.amount().minor(), Math::addExact);
      changes.merge(entry.credit(), entry.amount().minor(), Math::addExact);
    }
    return changes;
  }
}

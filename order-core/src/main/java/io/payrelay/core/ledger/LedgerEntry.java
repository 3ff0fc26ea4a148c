package io.payrelay.core.ledger;

import io.payrelay.common.money.Money;

/**
 * One movement of money between two accounts, booked once per (kind, payment).
 *
 * @param paymentId the payment that it is about
 */
public record LedgerEntry(
    Kind kind, long paymentId, AccountKey debit, AccountKey credit, Money amount, String orderNo) {

  /** Why money moves. */
  public enum Kind {
    /** A payment reaches its merchant. */
    SETTLE,
    /** A payment is kept for a person. */
    SUSPEND,
    /** A payment that was kept finds its order. */
    ADOPT
  }

  public LedgerEntry {
    if (amount.minor() <= 0) {
      throw new IllegalArgumentException("an entry moves money, not " + amount);
    }
    if (debit.equals(credit)) {
      throw new IllegalArgumentException("an entry moves money between two accounts: " + debit);
    }
  }

  /** Clearing → merchant. */
  public static LedgerEntry settle(
      long paymentId, String channelFamily, String merchantNo, Money amount, String orderNo) {
    var currency = amount.currencyCode();
    return new LedgerEntry(
        Kind.SETTLE,
        paymentId,
        AccountKey.clearing(channelFamily, currency),
        AccountKey.merchant(merchantNo, currency),
        amount,
        orderNo);
  }

  /** Clearing → suspense. */
  public static LedgerEntry suspend(
      long paymentId, String channelFamily, Money amount, String orderNo) {
    var currency = amount.currencyCode();
    return new LedgerEntry(
        Kind.SUSPEND,
        paymentId,
        AccountKey.clearing(channelFamily, currency),
        AccountKey.suspense(currency),
        amount,
        orderNo);
  }

  /** Suspense → merchant. */
  public static LedgerEntry adopt(long paymentId, String merchantNo, Money amount, String orderNo) {
    var currency = amount.currencyCode();
    return new LedgerEntry(
        Kind.ADOPT,
        paymentId,
        AccountKey.suspense(currency),
        AccountKey.merchant(merchantNo, currency),
        amount,
        orderNo);
  }
}

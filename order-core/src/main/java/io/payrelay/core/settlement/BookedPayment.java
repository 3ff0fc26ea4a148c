package io.payrelay.core.settlement;

import io.payrelay.common.money.Money;

/**
 * A payment that is in the books.
 *
 * @param settled whether its order was paid with it; false while it waits in suspense
 */
record BookedPayment(String orderNo, Money amount, boolean settled) {

  /** What a notice of this payment is: a repeat, unless it tells another story. */
  Outcome toldAgainBy(PaidNotice notice) {
    return orderNo.equals(notice.orderNo()) && amount.equals(notice.amount())
        ? new Outcome.Duplicate(settled)
        : new Outcome.Contradicted(this);
  }
}

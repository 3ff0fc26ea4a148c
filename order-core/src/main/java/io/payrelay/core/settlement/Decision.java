package io.payrelay.core.settlement;

import io.payrelay.common.broker.Tier;
import io.payrelay.core.cases.CaseKind;
import java.util.Optional;

/** What a paid notice does to the books. Pure: the same facts give the same decision. */
sealed interface Decision {

  /** The order is paid with it. */
  record Settle(OrderFacts order) implements Decision {}

  /** It is in the books already. */
  record Duplicate(BookedPayment booked) implements Decision {}

  /** The money is kept for a person; the order stays as it is. */
  record Suspend(CaseKind why) implements Decision {}

  /** The order may still arrive. */
  record ComeBack(Tier later) implements Decision {}

  /**
   * Judges by precedence: repeats, then accounts, then double payments, then amounts, then states.
   * An order's status never makes a payment a duplicate.
   *
   * @param nextLookup the next wait for an order that is not there, empty when it is time to give
   *     up
   */
  static Decision on(PaidNotice notice, Facts facts, Optional<Tier> nextLookup) {
    var booked = facts.payment(notice.payment());
    if (booked.isPresent()) {
      return new Duplicate(booked.get());
    }
    if (!notice.identityMatches()) {
      return new Suspend(CaseKind.WRONG_ACCOUNT);
    }
    var order = facts.order(notice.orderNo());
    if (order.isEmpty()) {
      return nextLookup
          .<Decision>map(ComeBack::new)
          .orElseGet(() -> new Suspend(CaseKind.UNKNOWN_ORDER));
    }
    return facts.accepts(order.get(), notice.at())
        ? onOwnOrder(notice, order.get())
        : new Suspend(CaseKind.WRONG_ACCOUNT);
  }

  private static Decision onOwnOrder(PaidNotice notice, OrderFacts order) {
    boolean exact = notice.amount().equals(order.amount());
    return switch (order.status()) {
      case SUCCESS -> new Suspend(CaseKind.DOUBLE_PAYMENT);
      case INIT, PAYING -> exact ? new Settle(order) : new Suspend(CaseKind.AMOUNT_MISMATCH);
      case FAIL, CLOSED -> new Suspend(exact ? CaseKind.LATE_SUCCESS : CaseKind.AMOUNT_MISMATCH);
    };
  }
}

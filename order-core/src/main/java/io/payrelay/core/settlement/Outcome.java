package io.payrelay.core.settlement;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.core.cases.CaseKind;
import io.payrelay.core.order.OrderStatus;
import io.payrelay.core.receipt.Receipt;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What became of one callback. Its delivery is acknowledged, delayed or buried by this alone. */
sealed interface Outcome {

  /** The order is paid; committed. */
  record Settled(long paymentId) implements Outcome {}

  /** The money is in suspense and a case is open; committed. */
  record Suspended(long paymentId, CaseKind why) implements Outcome {}

  /**
   * Exactly this payment was in the books.
   *
   * @param settled whether it paid the order that the notice names
   */
  record Duplicate(boolean settled) implements Outcome {}

  /**
   * The payment is in the books for another order or amount: it stays as it was booked, and a
   * person should ask the channel why it tells two stories.
   */
  record Contradicted(BookedPayment booked) implements Outcome {}

  /** The order has failed or is closed; committed. */
  record Ended(OrderStatus as) implements Outcome {}

  /** A refund has its case; committed. */
  record RefundNoted(boolean isNew) implements Outcome {}

  /** Nothing to do. */
  record Ignored(String why) implements Outcome {}

  /** Looked up and absent. */
  record OrderAbsent(Tier later) implements Outcome {}

  /** Somebody else settles a callback of this order right now. */
  record LockBusy() implements Outcome {}

  /** Fails whenever it is tried alone. */
  record Rejected(String why) implements Outcome {}

  /** A passing fault that outlasted the tries; nothing was booked. */
  record Unfinished(String why) implements Outcome {}

  /** Its name in metrics and logs. */
  default String label() {
    return switch (this) {
      case Settled _ -> "settled";
      case Suspended(_, var why) -> "suspended_" + why.name().toLowerCase(Locale.ROOT);
      case Duplicate _ -> "duplicate";
      case Contradicted _ -> "contradicted";
      case Ended(var as) -> "order_" + as.name().toLowerCase(Locale.ROOT);
      case RefundNoted(var isNew) -> isNew ? "refund_noted" : "refund_repeated";
      case Ignored _ -> "ignored";
      case OrderAbsent _ -> "order_absent";
      case LockBusy _ -> "lock_busy";
      case Rejected _ -> "rejected";
      case Unfinished _ -> "unfinished";
    };
  }

  /** What is kept about it for people. */
  default Receipt receiptOf(CallbackReceived callback) {
    return new Receipt(callback, label(), detail());
  }

  private @Nullable String detail() {
    return switch (this) {
      case Ignored(var why) -> why;
      case Rejected(var why) -> why;
      case Unfinished(var why) -> why;
      case OrderAbsent(var later) -> "looked for again in " + later;
      case Contradicted(var booked) ->
          "booked for order %s with %s".formatted(booked.orderNo(), booked.amount());
      case Settled _, Suspended _, Duplicate _, Ended _, RefundNoted _, LockBusy _ -> null;
    };
  }
}

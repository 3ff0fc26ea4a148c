package io.payrelay.core.cases;

/** Why a person has to look. All but the last hold money in suspense. */
public enum CaseKind {
  /** Money for an order that had failed or was closed. */
  LATE_SUCCESS,
  /** The amount or the currency is not the order's. */
  AMOUNT_MISMATCH,
  /** Another transaction of an order that was paid already. */
  DOUBLE_PAYMENT,
  /** No such order, after a while of looking. */
  UNKNOWN_ORDER,
  /** It came through an account that is not the order's. */
  WRONG_ACCOUNT,
  /** A channel says that money went back to the buyer. */
  REFUND
}

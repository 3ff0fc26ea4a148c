package io.payrelay.core.order;

/** What became of a wish to start paying an order. */
sealed interface StartOfPaying {

  /** The order is PAYING through the account because of this call. */
  record Bound(PaymentOrder order) implements StartOfPaying {}

  /** It was PAYING through the same account before. */
  record Already(PaymentOrder order) implements StartOfPaying {}

  /** Its status, or another account it is bound to, does not allow it. */
  record NotPayable(String why) implements StartOfPaying {}

  /** The account is not the merchant's. */
  record AccountNotYours() implements StartOfPaying {}

  /** The merchant has no such order. */
  record NotFound() implements StartOfPaying {}
}

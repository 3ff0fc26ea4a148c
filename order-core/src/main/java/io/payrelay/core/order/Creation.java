package io.payrelay.core.order;

/** What became of a wish to create an order. */
sealed interface Creation {

  PaymentOrder order();

  /** This call created it. */
  record Created(PaymentOrder order) implements Creation {}

  /** It was there already, and is the same. */
  record Repeated(PaymentOrder order) implements Creation {}

  /** Another one has the merchant's number. */
  record Differs(PaymentOrder order) implements Creation {}
}

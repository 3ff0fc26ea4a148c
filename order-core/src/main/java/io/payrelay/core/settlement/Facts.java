package io.payrelay.core.settlement;

import java.util.Map;
import java.util.Optional;

/** What the database knows about the callbacks of one pass. */
record Facts(
    Map<String, OrderFacts> orders,
    Map<PaymentKey, BookedPayment> payments,
    Map<ChannelAccount, String> owners) {

  Facts {
    orders = Map.copyOf(orders);
    payments = Map.copyOf(payments);
    owners = Map.copyOf(owners);
  }

  Optional<OrderFacts> order(String orderNo) {
    return Optional.ofNullable(orders.get(orderNo));
  }

  Optional<BookedPayment> payment(PaymentKey key) {
    return Optional.ofNullable(payments.get(key));
  }

  /** Whether the order takes money and words from this account. */
  boolean accepts(OrderFacts order, ChannelAccount at) {
    return order.accepts(at, owners.get(at));
  }
}

package io.payrelay.core.settlement;

import io.payrelay.common.broker.Tier;
import io.payrelay.core.order.OrderStatus;
import java.util.Optional;

/**
 * What a channel's final word without money (failed, closed) does to an order. It never beats a
 * success, and never the first final word. Pure.
 */
sealed interface Ending {

  /** The order ends. */
  record End(OrderFacts order, OrderStatus as) implements Ending {}

  /** The order may still arrive. */
  record ComeBack(Tier later) implements Ending {}

  /** There is nothing to do. */
  record Nothing(String why) implements Ending {}

  /** Judges a word from {@code at} that the order has ended {@code as} something. */
  static Ending on(
      String orderNo,
      OrderStatus as,
      ChannelAccount at,
      boolean identityMatches,
      Facts facts,
      Optional<Tier> nextLookup) {
    var found = facts.order(orderNo);
    if (!identityMatches) {
      return new Nothing("identity_differs");
    }
    if (found.isEmpty()) {
      return nextLookup.<Ending>map(ComeBack::new).orElseGet(() -> new Nothing("unknown_order"));
    }
    var order = found.get();
    if (!facts.accepts(order, at)) {
      return new Nothing("wrong_account");
    }
    return switch (order.status()) {
      case INIT, PAYING -> new End(order, as);
      case SUCCESS, FAIL, CLOSED -> new Nothing("order_is_" + order.status());
    };
  }
}

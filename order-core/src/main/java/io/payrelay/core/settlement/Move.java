package io.payrelay.core.settlement;

import io.payrelay.common.trace.TraceParent;
import io.payrelay.core.order.OrderStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order on its way to its end.
 *
 * @param at the account whose word it is; an order that was not bound yet is bound to it
 * @param transactionId the payment that ends it, if it is one
 * @param paidAt the channel's time of that payment, if it says one
 * @param cause for the history
 */
record Move(
    OrderFacts order,
    OrderStatus to,
    ChannelAccount at,
    @Nullable String transactionId,
    @Nullable Instant paidAt,
    String cause,
    TraceParent trace) {

  boolean startsFromInit() {
    return order.status() == OrderStatus.INIT;
  }

  /** The version at which the last edge begins. */
  long versionWhenPaying() {
    return startsFromInit() ? order.version() + 1 : order.version();
  }
}

package io.payrelay.core.settlement;

import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.event.OrderEventType;
import io.payrelay.common.money.Money;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.core.order.OrderStatus;
import io.payrelay.core.outbox.Emission;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order that the compare-and-swap has ended, as the database returned it. */
record Moved(
    String orderNo,
    String merchantNo,
    String merchantOrderNo,
    Money amount,
    OrderStatus status,
    @Nullable String channel,
    @Nullable String transactionId,
    int sequence,
    @Nullable String notifyUrlId,
    Instant at) {

  /** What the merchant is to hear of it. */
  Emission announcement(String eventId, TraceParent trace) {
    var event =
        new OrderEvent(
            eventId,
            type(),
            merchantNo,
            orderNo,
            merchantOrderNo,
            amount,
            channel,
            transactionId,
            at,
            sequence,
            notifyUrlId);
    return new Emission(event, trace);
  }

  private OrderEventType type() {
    return switch (status) {
      case SUCCESS -> OrderEventType.PAYMENT_SUCCEEDED;
      case FAIL -> OrderEventType.PAYMENT_FAILED;
      case CLOSED -> OrderEventType.PAYMENT_CLOSED;
      case INIT, PAYING ->
          throw new IllegalStateException("order " + orderNo + " is " + status + ": no end yet");
    };
  }
}

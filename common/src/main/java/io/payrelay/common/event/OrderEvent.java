package io.payrelay.common.event;

import io.payrelay.common.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outcome that is committed in the books and that the merchant is to hear of.
 *
 * @param eventId constant over repeats of this event; also the message id
 * @param eventType what happened; also the routing key
 * @param sequence grows by one with each event of the order, so that a receiver can tell old from
 *     new
 * @param notifyUrlId a URL of this order alone, as notify-worker stored it; absent means the
 *     merchant's endpoint
 */
public record OrderEvent(
    String eventId,
    OrderEventType eventType,
    String merchantNo,
    String orderNo,
    String merchantOrderNo,
    Money amount,
    @Nullable String channel,
    @Nullable String transactionId,
    Instant occurredAt,
    int sequence,
    @Nullable String notifyUrlId)
    implements Event {

  @Override
  public String type() {
    return eventType.wireName();
  }
}

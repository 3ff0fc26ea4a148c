package io.payrelay.notify.messaging;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.broker.PublishOutcome;
import io.payrelay.common.broker.Tier;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.trace.TraceParent;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Reminds the workers of rows. A nudge that gets lost costs time, never a notification: the row
 * stays due, and the sweeper finds it.
 */
@Component
public class Nudges {

  private final ConfirmingPublisher publisher;
  private final EventCodec codec;

  Nudges(ConfirmingPublisher publisher, EventCodec codec) {
    this.publisher = publisher;
    this.codec = codec;
  }

  /** A nudge that comes when the tier's delay is over. */
  public CompletableFuture<PublishOutcome> after(
      Tier tier, DeliveryNudge nudge, TraceParent trace) {
    return publish(Names.RETRY, tier.name(), nudge, trace);
  }

  /** A nudge that comes at once. */
  public CompletableFuture<PublishOutcome> now(DeliveryNudge nudge, TraceParent trace) {
    return publish("", Names.NOTIFY_DELIVERIES, nudge, trace);
  }

  /** Whether the broker would take one right now. */
  public boolean arePossible() {
    return publisher.isReady();
  }

  private CompletableFuture<PublishOutcome> publish(
      String exchange, String key, DeliveryNudge nudge, TraceParent trace) {
    var id = nudge.notificationId() + "." + nudge.attempt();
    return publisher.publish(OutboundMessage.of(exchange, key, id, nudge, codec, trace));
  }
}

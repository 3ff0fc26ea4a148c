package io.payrelay.notify.delivery;

import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.endpoint.Endpoint;

/**
 * A notification that an event asks for.
 *
 * @param body what every attempt and replay sends, byte for byte
 */
public record NewNotification(
    String notificationId,
    OrderEvent event,
    Endpoint endpoint,
    String url,
    byte[] body,
    TraceParent trace) {}

package io.payrelay.notify.intake;

import io.payrelay.common.event.Event;
import io.payrelay.common.trace.TraceParent;

/** Makes the effect of one kind of message durable. */
@FunctionalInterface
interface Handler {

  Handling handle(Event event, TraceParent trace);
}

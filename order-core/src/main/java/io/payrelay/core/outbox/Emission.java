package io.payrelay.core.outbox;

import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.trace.TraceParent;

/** An event to publish, and the trace it belongs to. */
public record Emission(OrderEvent event, TraceParent trace) {}

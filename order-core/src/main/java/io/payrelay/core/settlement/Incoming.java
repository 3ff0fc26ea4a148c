package io.payrelay.core.settlement;

/** A callback together with the message it came in. */
record Incoming(Arrival arrival, Delivery delivery) {}

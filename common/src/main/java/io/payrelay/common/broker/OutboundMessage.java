package io.payrelay.common.broker;

import io.payrelay.common.event.Event;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.trace.TraceParent;
import java.util.HashMap;
import java.util.Map;

/**
 * A message on its way out.
 *
 * @param exchange empty for the default exchange, whose routing key is a queue's name
 * @param messageId constant over repeats of the same message; consumers dedupe on it
 * @param headers never those of the broker's own dead-lettering, see {@link BrokerHistory}
 */
public record OutboundMessage(
    String exchange,
    String routingKey,
    String messageId,
    Map<String, Object> headers,
    byte[] body) {

  public OutboundMessage {
    headers = Map.copyOf(headers);
  }

  /** A message that carries an event, with its type, schema version and trace in the headers. */
  public static OutboundMessage of(
      String exchange,
      String routingKey,
      String messageId,
      Event event,
      EventCodec codec,
      TraceParent trace) {
    return new OutboundMessage(
        exchange,
        routingKey,
        messageId,
        Map.of(
            Names.TYPE, event.type(),
            Names.SCHEMA_VERSION, event.schemaVersion(),
            TraceParent.HEADER, trace.header()),
        codec.encode(event));
  }

  /** The same message with one more header. */
  public OutboundMessage withHeader(String name, Object value) {
    var more = new HashMap<>(headers);
    more.put(name, value);
    return new OutboundMessage(exchange, routingKey, messageId, more, body);
  }
}

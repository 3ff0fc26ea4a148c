package io.payrelay.common.broker;

import io.payrelay.common.event.Event;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.trace.TraceParent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
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

  /** AMQP's limit for a short string, in UTF-8 bytes. */
  private static final int LONGEST_ID = 255;

  public OutboundMessage {
    headers = Map.copyOf(headers);
    messageId = fitting(messageId);
  }

  /**
   * Foreign ids can be longer than a message can carry when it is published again. The same id
   * always becomes the same digest.
   */
  private static String fitting(String messageId) {
    var bytes = messageId.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= LONGEST_ID) {
      return messageId;
    }
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
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

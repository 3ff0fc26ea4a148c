package io.payrelay.common.event;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes events as JSON. Unknown fields are ignored; an unknown type or version, or a
 * body that can't be read, is an outcome the caller must face. Thread-safe.
 */
public final class EventCodec {

  private final JsonMapper json =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  public byte[] encode(Event event) {
    return json.writeValueAsBytes(event);
  }

  /**
   * Reads a received body.
   *
   * @param type the message's {@code type} header, null if it has none
   */
  public Decoded decode(@Nullable String type, int schemaVersion, byte[] body) {
    var eventClass = type == null ? null : classOf(type);
    if (eventClass == null || schemaVersion != 1) {
      return new Decoded.UnknownType(String.valueOf(type), schemaVersion);
    }
    try {
      var event = json.readValue(body, eventClass);
      if (event == null) {
        return new Decoded.Unreadable("the body is null");
      }
      var missing = RequiredFields.missingIn((Record) event);
      return missing.isPresent()
          ? new Decoded.Unreadable("the field '" + missing.get() + "' is missing")
          : new Decoded.Known(event);
    } catch (JacksonException e) {
      return new Decoded.Unreadable(String.valueOf(e.getOriginalMessage()));
    }
  }

  private static @Nullable Class<? extends Event> classOf(String type) {
    return switch (type) {
      case CallbackReceived.TYPE -> CallbackReceived.class;
      case DeliveryNudge.TYPE -> DeliveryNudge.class;
      case DeadNotification.TYPE -> DeadNotification.class;
      default -> OrderEventType.ofWireName(type).isPresent() ? OrderEvent.class : null;
    };
  }
}

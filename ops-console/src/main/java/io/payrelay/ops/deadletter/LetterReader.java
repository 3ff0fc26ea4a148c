package io.payrelay.ops.deadletter;

import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.DeadNotification;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.event.Event;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.OrderEvent;
import io.payrelay.ops.Texts;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes a letter of any message whatsoever: what can't be read is stored all the same. */
@Component
class LetterReader {

  private static final int LONGEST_ID = 255; // the protocol's own limit
  private static final int LONGEST_ORDER_NO = 128; // an index entry must stay small
  private static final int LONGEST_DETAIL = 1_000;
  private static final int MOST_REPLAYS = 1_000_000_000;

  private final EventCodec codec;

  LetterReader(EventCodec codec) {
    this.codec = codec;
  }

  NewLetter read(
      String origin, @Nullable String messageId, Map<String, Object> headers, byte[] body) {
    var death = Death.of(origin, headers);
    return new NewLetter(
        origin,
        messageId == null || messageId.isEmpty()
            ? "sha256:" + digest(body)
            : Texts.clean(messageId, LONGEST_ID),
        Math.clamp(DeadLetterHeaders.replayNo(headers), 0, MOST_REPLAYS),
        death.cause(),
        Texts.clean(death.detail(), LONGEST_DETAIL),
        orderNo(headers, body),
        headers,
        body,
        death.at());
  }

  private @Nullable String orderNo(Map<String, Object> headers, byte[] body) {
    var type = headers.get(Names.TYPE);
    int version =
        headers.get(Names.SCHEMA_VERSION) instanceof Number number ? number.intValue() : 0;
    var orderNo =
        switch (codec.decode(type == null ? null : type.toString(), version, body)) {
          case Decoded.Known(var event) -> orderNo(event);
          case Decoded.UnknownType _, Decoded.Unreadable _ -> null;
        };
    return orderNo == null ? null : Texts.clean(orderNo, LONGEST_ORDER_NO);
  }

  /** Null inside a readable body too: JSON may lack any field. */
  private static @Nullable String orderNo(Event event) {
    return switch (event) {
      case CallbackReceived callback -> callback.orderNo();
      case OrderEvent order -> order.orderNo();
      case DeadNotification notification -> notification.orderNo();
      case DeliveryNudge _ -> null;
    };
  }

  static String digest(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

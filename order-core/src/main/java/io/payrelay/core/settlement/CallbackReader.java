package io.payrelay.core.settlement;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.Names;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.trace.TraceParent;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Reads messages; what can't be read is poison, with its cause. */
@Component
class CallbackReader {

  /** What a message turned out to be. */
  sealed interface Read {

    record Callback(Arrival arrival) implements Read {}

    record Poison(DeadLetterCause cause, String detail) implements Read {}
  }

  private final EventCodec codec;

  CallbackReader(EventCodec codec) {
    this.codec = codec;
  }

  Read read(Delivery delivery) {
    var headers = delivery.headers();
    var type = headers.get(Names.TYPE);
    int version = number(headers, Names.SCHEMA_VERSION, 1);
    var body = delivery.message().getBody();
    return switch (codec.decode(type == null ? null : type.toString(), version, body)) {
      case Decoded.Known(CallbackReceived callback) -> check(callback, headers);
      case Decoded.Known(var other) ->
          new Read.Poison(DeadLetterCause.UNKNOWN_TYPE, other.type() + " is no callback");
      case Decoded.UnknownType(var unknown, var schemaVersion) ->
          new Read.Poison(DeadLetterCause.UNKNOWN_TYPE, unknown + " version " + schemaVersion);
      case Decoded.Unreadable(var why) -> new Read.Poison(DeadLetterCause.UNREADABLE, why);
    };
  }

  private static Read check(CallbackReceived callback, Map<String, Object> headers) {
    var arrival = arrival(callback, headers);
    if (arrival.paid().filter(notice -> notice.amount().minor() == 0).isPresent()) {
      return new Read.Poison(DeadLetterCause.REJECTED, "a payment of nothing");
    }
    return new Read.Callback(arrival);
  }

  private static Arrival arrival(CallbackReceived callback, Map<String, Object> headers) {
    var trace = headers.get(TraceParent.HEADER);
    return new Arrival(
        callback,
        TraceParent.continueOrBegin(trace == null ? null : trace.toString()),
        number(headers, Deferral.LOOKUPS, 0),
        number(headers, Deferral.DEFERRALS, 0));
  }

  private static int number(Map<String, Object> headers, String name, int otherwise) {
    return headers.get(name) instanceof Number number ? number.intValue() : otherwise;
  }
}

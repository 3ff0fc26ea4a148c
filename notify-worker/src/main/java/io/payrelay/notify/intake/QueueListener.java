package io.payrelay.notify.intake;

import com.rabbitmq.client.Channel;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.Names;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.deadletter.Poison;
import io.payrelay.notify.delivery.Attempts;
import io.payrelay.notify.delivery.InFlight;
import io.payrelay.notify.messaging.Patience;
import io.payrelay.notify.messaging.Stopping;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;

/**
 * Works one message off: a place first, then its durable effect, then the acknowledgement, then the
 * attempt. What can't be finished now is held, and handed back only when the worker stops; nothing
 * is ever rejected, because the broker would deliver it again at once.
 */
final class QueueListener implements ChannelAwareMessageListener {

  private static final Logger log = LoggerFactory.getLogger(QueueListener.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final String queue;
  private final InFlight.Lane lane;
  private final Handler handler;
  private final Tools tools;

  /** What all listeners share. */
  record Tools(
      InFlight inFlight,
      Attempts attempts,
      Patience patience,
      Stopping stopping,
      Poison poison,
      EventCodec codec,
      MeterRegistry meters) {}

  QueueListener(String queue, InFlight.Lane lane, Handler handler, Tools tools) {
    this.queue = queue;
    this.lane = lane;
    this.handler = handler;
    this.tools = tools;
  }

  @Override
  public void onMessage(Message message, @Nullable Channel channel) {
    var place = tools.inFlight().take(lane);
    if (place.isEmpty()) {
      return; // stopping: unacknowledged, it goes back to the broker
    }
    var held = place.get();
    var trace = TraceParent.continueOrBegin(header(message, TraceParent.HEADER));
    try (var _ = MDC.putCloseable(TraceParent.LOG_KEY, trace.traceId())) {
      var handling = tools.patience().insist(queue, () -> decide(message, trace));
      if (handling.isEmpty()) {
        held.close();
        return;
      }
      finish(message, Objects.requireNonNull(channel), handling.get(), held);
    } catch (RuntimeException e) {
      held.close();
      throw e;
    }
  }

  private Handling decide(Message message, TraceParent trace) {
    var type = header(message, Names.TYPE);
    var version = message.getMessageProperties().getHeaders().get(Names.SCHEMA_VERSION);
    var decoded =
        tools
            .codec()
            .decode(type, version instanceof Number n ? n.intValue() : 0, message.getBody());
    return switch (decoded) {
      case Decoded.Known(var event) -> {
        try {
          yield handler.handle(event, trace);
        } catch (RuntimeException e) {
          if (Patience.isPassing(e)) {
            throw e;
          }
          log.error("message.rejected queue={}", queue, e);
          yield new Handling.Never(DeadLetterCause.REJECTED, e.toString());
        }
      }
      case Decoded.UnknownType(var unknown, var schema) ->
          new Handling.Never(
              DeadLetterCause.UNKNOWN_TYPE, "type %s, version %d".formatted(unknown, schema));
      case Decoded.Unreadable(var why) -> new Handling.Never(DeadLetterCause.UNREADABLE, why);
    };
  }

  private void finish(Message message, Channel channel, Handling handling, InFlight.Place place) {
    switch (handling) {
      case Handling.Attempt(var claimed) -> {
        acknowledge(message, channel);
        tools.attempts().start(claimed, place);
        count("attempt");
      }
      case Handling.Done(var why) -> {
        place.close();
        acknowledge(message, channel);
        log.debug("message.done queue={} why={}", queue, why);
        count("done");
      }
      case Handling.Never(var cause, var detail) -> {
        place.close();
        if (bury(message, cause, detail)) {
          acknowledge(message, channel);
        }
        count("never");
      }
    }
  }

  /** Until the broker has it, or the worker stops and hands it back. */
  private boolean bury(Message message, DeadLetterCause cause, String detail) {
    var properties = message.getMessageProperties();
    var id = properties.getMessageId();
    do {
      if (tools
          .poison()
          .bury(
              queue,
              id == null ? "none" : id,
              properties.getHeaders(),
              message.getBody(),
              cause,
              detail)) {
        return true;
      }
    } while (!tools.stopping().pause(PAUSE));
    return false;
  }

  /** A failed acknowledgement is no harm: the message comes again and finds its work done. */
  private void acknowledge(Message message, Channel channel) {
    try {
      channel.basicAck(message.getMessageProperties().getDeliveryTag(), false);
    } catch (IOException | RuntimeException e) {
      log.warn("message.ack queue={} error={}", queue, e.toString());
    }
  }

  private void count(String handling) {
    tools
        .meters()
        .counter("payrelay.notify.message", "queue", queue, "handling", handling)
        .increment();
  }

  private static @Nullable String header(Message message, String name) {
    var value = message.getMessageProperties().getHeaders().get(name);
    return value == null ? null : value.toString();
  }
}

package io.payrelay.ops.deadletter;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.Names;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * What an alert looks at: held letters by cause, and messages that found no queue. A figure that is
 * not known is NaN, never an old one.
 */
@Component
class Gauges {

  private static final Logger log = LoggerFactory.getLogger(Gauges.class);

  private final DeadLetterStore store;
  private final RabbitTemplate broker;
  private volatile @Nullable Map<DeadLetterCause, Long> held;
  private volatile double unroutable = Double.NaN;

  Gauges(DeadLetterStore store, RabbitTemplate broker, MeterRegistry meters) {
    this.store = store;
    this.broker = broker;
    for (var cause : DeadLetterCause.values()) {
      Gauge.builder("payrelay.deadletters.held", this, gauges -> gauges.held(cause))
          .tag("cause", cause.name())
          .tag("fault", cause.fault().name())
          .description("dead letters that wait for an operator")
          .register(meters);
    }
    Gauge.builder("payrelay.unroutable", this, gauges -> gauges.unroutable)
        .description("messages in the queue of those that found none: not empty is an alert")
        .register(meters);
  }

  private double held(DeadLetterCause cause) {
    var now = held;
    return now == null ? Double.NaN : now.getOrDefault(cause, 0L);
  }

  @Scheduled(fixedDelayString = "${payrelay.gauges.every:10s}")
  void look() {
    try {
      held = store.held();
    } catch (DataAccessException e) {
      held = null;
      log.warn("gauges.store error={}", e.toString());
    }
    try {
      // Passive: only asks. Nothing is ever read from that queue.
      Integer depth =
          broker.execute(
              channel -> channel.queueDeclarePassive(Names.UNROUTABLE).getMessageCount());
      unroutable = depth == null ? Double.NaN : depth;
    } catch (AmqpException e) {
      unroutable = Double.NaN;
      log.warn("gauges.broker error={}", e.toString());
    }
  }
}

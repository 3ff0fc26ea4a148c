package io.payrelay.notify.intake;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.Names;
import io.payrelay.common.event.EventCodec;
import io.payrelay.notify.config.NotifySettings;
import io.payrelay.notify.deadletter.Poison;
import io.payrelay.notify.delivery.Attempts;
import io.payrelay.notify.delivery.InFlight;
import io.payrelay.notify.messaging.Patience;
import io.payrelay.notify.messaging.Stopping;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.stereotype.Component;

/**
 * Starts and stops the consumers. Stopping drains: no more messages, then the attempts under way
 * finish within their deadline; what was taken ahead goes back to the broker.
 */
@Component
class Consumption implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(Consumption.class);

  private final List<SimpleMessageListenerContainer> containers;
  private final Stopping stopping;
  private final InFlight inFlight;
  private final Duration drain;
  private volatile boolean running;

  Consumption(
      ConnectionFactory connections,
      NotifySettings settings,
      SettlementHandler settlements,
      NudgeHandler nudges,
      InFlight inFlight,
      Attempts attempts,
      Patience patience,
      Stopping stopping,
      Poison poison,
      EventCodec codec,
      MeterRegistry meters) {
    this.stopping = stopping;
    this.inFlight = inFlight;
    this.drain = settings.drain();
    var tools =
        new QueueListener.Tools(inFlight, attempts, patience, stopping, poison, codec, meters);
    var consumers = settings.consumers();
    this.containers =
        List.of(
            container(
                connections,
                new QueueListener(
                    Names.NOTIFY_SETTLEMENTS, InFlight.Lane.FRESH, settlements, tools),
                Names.NOTIFY_SETTLEMENTS,
                consumers.settlements(),
                consumers.prefetch()),
            container(
                connections,
                new QueueListener(Names.NOTIFY_DELIVERIES, InFlight.Lane.RETRY, nudges, tools),
                Names.NOTIFY_DELIVERIES,
                consumers.deliveries(),
                consumers.prefetch()));
  }

  private static SimpleMessageListenerContainer container(
      ConnectionFactory connections,
      QueueListener listener,
      String queue,
      int consumers,
      int prefetch) {
    var container = new SimpleMessageListenerContainer(connections);
    container.setQueueNames(queue);
    container.setListenerId(queue);
    container.setMessageListener(listener);
    container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
    container.setConcurrentConsumers(consumers);
    container.setPrefetchCount(prefetch);
    container.setForceStop(true);
    container.setShutdownTimeout(5_000);
    container.setRecoveryInterval(1_000);
    // A slow quorum election after a broker's restart must not end a consumer for good.
    container.setMissingQueuesFatal(false);
    container.setDefaultRequeueRejected(true);
    var threads = new SimpleAsyncTaskExecutor(queue + "-");
    threads.setVirtualThreads(true);
    container.setTaskExecutor(threads);
    container.afterPropertiesSet();
    return container;
  }

  @Override
  public void start() {
    containers.forEach(SimpleMessageListenerContainer::start);
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    stopping.begin();
    log.info("worker.stopping in_flight={}", inFlight.count());
    containers.parallelStream().forEach(SimpleMessageListenerContainer::stop);
    boolean drained = inFlight.drain(drain);
    log.info("worker.stopped drained={} in_flight={}", drained, drained ? 0 : inFlight.count());
    containers.forEach(SimpleMessageListenerContainer::destroy);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Last to start, first to stop. */
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}

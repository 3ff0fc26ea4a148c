package io.payrelay.sandbox.bench;

import com.rabbitmq.client.ConnectionFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.broker.PublisherSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the broker takes when nothing stands before it: the services' own publisher, no HTTP. */
final class BrokerLimit implements AutoCloseable {

  private final ConfirmingPublisher publisher;
  private final int callers;

  /**
   * Connects.
   *
   * @param callers each waits for its confirm before it publishes the next message
   */
  BrokerLimit(ConnectionFactory factory, int callers) throws InterruptedException {
    var settings =
        new PublisherSettings(
            4, Math.max(2048, callers), Duration.ofMillis(1500), Duration.ofMillis(500));
    this.publisher =
        new ConfirmingPublisher("bench-publisher", factory, settings, new SimpleMeterRegistry());
    this.callers = callers;
    while (!publisher.isReady()) {
      Thread.sleep(20);
    }
  }

  /** Messages confirmed a second. */
  double perSecond(List<OutboundMessage> messages, Duration time) {
    var next = new AtomicInteger();
    var confirmed = new LongAdder();
    long start = System.nanoTime();
    long end = start + time.toNanos();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < callers; i++) {
        executor.execute(
            () -> {
              while (System.nanoTime() - end < 0) {
                var message = messages.get(next.getAndIncrement() % messages.size());
                if (publisher.publishAndAwait(message).isStored() && System.nanoTime() - end < 0) {
                  confirmed.increment();
                }
              }
            });
      }
    }
    return confirmed.sum() * 1e9 / time.toNanos();
  }

  @Override
  public void close() {
    publisher.close();
  }
}

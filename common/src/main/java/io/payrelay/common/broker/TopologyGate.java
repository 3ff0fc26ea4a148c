package io.payrelay.common.broker;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import io.payrelay.common.config.Setting;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Checks the topology before any listener starts. Waits a bounded time for a broker that is not
 * there yet; a broker with other queues ends the start-up at once.
 */
final class TopologyGate implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(TopologyGate.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ConnectionFactory factory;
  private final Topology topology;
  private final TopologyCheck.Missing missing;
  private final Duration patience;
  private volatile boolean running;

  TopologyGate(
      ConnectionFactory factory,
      Topology topology,
      TopologyCheck.Missing missing,
      Duration patience) {
    Setting.within(
        patience, Duration.ofSeconds(1), Duration.ofHours(1), "payrelay.broker.start-up-wait");
    this.factory = factory;
    this.topology = topology;
    this.missing = missing;
    this.patience = patience;
  }

  @Override
  public void start() {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try (var connection = factory.newConnection("topology-check")) {
        TopologyCheck.run(connection, topology, missing);
        running = true;
        return;
      } catch (IOException | TimeoutException | ShutdownSignalException e) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "no broker at %s:%d within %s (payrelay.broker.start-up-wait): start RabbitMQ or fix spring.rabbitmq.*"
                  .formatted(factory.getHost(), factory.getPort(), patience),
              e);
        }
        log.warn(
            "broker.wait host={} port={} error={}",
            factory.getHost(),
            factory.getPort(),
            e.toString());
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the broker", e);
    }
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Before the listener containers, which start last. */
  @Override
  public int getPhase() {
    return 0;
  }
}

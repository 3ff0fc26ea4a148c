package io.payrelay.common.broker;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.payrelay.common.broker.PublishOutcome.Reason;
import io.payrelay.common.broker.PublishOutcome.Refused;
import io.payrelay.common.broker.PublishOutcome.Unknown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes with confirms, many in flight at once, on a connection of its own.
 *
 * <p>Every publish ends in one {@link PublishOutcome} within {@code confirmTimeout}, or a few
 * milliseconds after it: futures never fail and never hang, whatever the broker does. Messages are
 * persistent and mandatory. A lost connection fails what is in flight as unknown and heals by
 * itself. A caller is never blocked by the socket: writing is the lanes' own work. Thread-safe.
 */
public final class ConfirmingPublisher implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ConfirmingPublisher.class);

  private final String name;
  private final ConnectionFactory factory;
  private final PublisherSettings settings;
  private final MeterRegistry meters;
  private final Semaphore permits;
  private final Deadlines deadlines;
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread supervisor;
  private volatile List<Lane> lanes = List.of();
  private volatile boolean blocked;

  /**
   * Starts connecting in the background; until that has worked, publishing is refused.
   *
   * @param name told to the broker as the connection's name, and a tag of the metrics
   */
  public ConfirmingPublisher(
      String name, ConnectionFactory factory, PublisherSettings settings, MeterRegistry meters) {
    this.name = name;
    this.factory = ownCopy(factory);
    this.settings = settings;
    this.meters = meters;
    this.permits = new Semaphore(settings.maxInFlight());
    this.deadlines =
        new Deadlines(
            name + "-deadlines",
            settings.confirmTimeout(),
            new Unknown("no confirm within " + settings.confirmTimeout()));
    Gauge.builder("payrelay.publish.in.flight", this, ConfirmingPublisher::inFlight)
        .tag("publisher", name)
        .register(meters);
    this.supervisor =
        Thread.ofPlatform().daemon().name(name + "-supervisor").start(this::supervise);
  }

  private static ConnectionFactory ownCopy(ConnectionFactory factory) {
    var copy = factory.clone();
    // Our own supervisor reconnects: automatic recovery would revive channels whose pending
    // confirms are already told to the callers as unknown.
    copy.setAutomaticRecoveryEnabled(false);
    copy.setTopologyRecoveryEnabled(false);
    copy.setConnectionTimeout(3_000);
    copy.setHandshakeTimeout(5_000);
    copy.setRequestedHeartbeat(10);
    copy.setChannelRpcTimeout(5_000);
    return copy;
  }

  /** Completes with the outcome, never exceptionally. */
  public CompletableFuture<PublishOutcome> publish(OutboundMessage message) {
    var pending = new Pending(message, Timer.start(meters));
    var refusal = handToLane(pending);
    if (refusal != null) {
      pending.resolve(new Refused(refusal));
    } else {
      deadlines.add(pending.outcome());
    }
    return pending.outcome().whenComplete((outcome, _) -> pending.record(timer(outcome)));
  }

  /** Waits for the outcome; the wait is bounded by the confirm timeout. */
  public PublishOutcome publishAndAwait(OutboundMessage message) {
    return publish(message).join();
  }

  /** Whether a publish has a chance right now. */
  public boolean isReady() {
    return !blocked && !lanes.isEmpty();
  }

  /** Whether the broker has raised an alarm and takes nothing. */
  public boolean isBlocked() {
    return blocked;
  }

  /** Lets what is in flight finish within the confirm timeout, then fails the rest as unknown. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!permits.tryAcquire(
          settings.maxInFlight(), settings.confirmTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("publisher.close name={} in_flight={}", name, inFlight());
      }
      supervisor.interrupt();
      supervisor.join(settings.confirmTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    dropLanes("the publisher was shut down");
    deadlines.close();
  }

  private int inFlight() {
    return settings.maxInFlight() - permits.availablePermits();
  }

  private @Nullable Reason handToLane(Pending pending) {
    if (closing.getCount() == 0) {
      return Reason.CLOSED;
    }
    if (blocked) {
      return Reason.BLOCKED;
    }
    var now = lanes;
    if (now.isEmpty()) {
      return Reason.BROKER_AWAY;
    }
    if (!permits.tryAcquire()) {
      return Reason.OVERLOADED;
    }
    pending.onSettled(permits::release);
    var lane = now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
    if (!lane.offer(pending)) {
      pending.settle(new Refused(Reason.BROKER_AWAY));
    }
    return null;
  }

  private Timer timer(PublishOutcome outcome) {
    var label =
        switch (outcome) {
          case PublishOutcome.Stored _ -> "stored";
          case Refused(var reason) -> "refused_" + reason.name().toLowerCase(Locale.ROOT);
          case Unknown _ -> "unknown";
        };
    return timers.computeIfAbsent(
        label, _ -> meters.timer("payrelay.publish", "publisher", name, "outcome", label));
  }

  private void supervise() {
    var told = "";
    while (closing.getCount() > 0) {
      try (var connection = factory.newConnection(name)) {
        told = "";
        serve(connection);
      } catch (IOException | TimeoutException | RuntimeException e) {
        var error = e.toString();
        if (!error.equals(told)) { // one line an outage, not one a try
          log.warn("publisher.connect name={} error={}", name, error);
          told = error;
        }
      } catch (InterruptedException e) {
        return; // close() drops the lanes
      }
      dropLanes("the connection to the broker was lost");
      try {
        if (closing.await(settings.reconnectDelay().toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Opens the lanes and stays until the connection is gone. */
  private void serve(Connection connection) throws IOException, InterruptedException {
    var gone = new CountDownLatch(1);
    connection.addShutdownListener(_ -> gone.countDown());
    blocked = false;
    connection.addBlockedListener(
        new BlockedListener() {
          @Override
          public void handleBlocked(String reason) {
            log.warn("publisher.blocked name={} reason={}", name, reason);
            blocked = true;
          }

          @Override
          public void handleUnblocked() {
            log.info("publisher.unblocked name={}", name);
            blocked = false;
          }
        });
    var opened = new ArrayList<Lane>();
    try {
      for (int i = 0; i < settings.channels(); i++) {
        opened.add(Lane.open(name + "-lane-" + i, connection, settings.maxInFlight()));
      }
      lanes = List.copyOf(opened);
      log.info("publisher.connected name={}", name);
      gone.await();
    } finally {
      if (lanes.isEmpty()) {
        opened.forEach(lane -> lane.drop("the connection to the broker was lost"));
      }
    }
  }

  private synchronized void dropLanes(String why) {
    var dropped = lanes;
    lanes = List.of();
    dropped.forEach(lane -> lane.drop(why));
  }
}

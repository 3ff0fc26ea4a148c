package io.payrelay.core.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.broker.PublishOutcome;
import io.payrelay.common.broker.PublisherSettings;
import io.payrelay.common.trace.TraceParent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Publishes committed events, each at least once and always with the same id. Woken after a commit
 * in this process, and polls for what other nodes left behind; runs on every node. Only what the
 * broker has confirmed is marked as sent. Thread-safe.
 */
@Component
public class OutboxRelay implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(15);
  private static final int OUTBOX_SCHEMA_VERSION = 1;

  private final OutboxTable table;
  private final ConfirmingPublisher publisher;
  private final OutboxSettings settings;
  private final Semaphore wakeUps = new Semaphore(0);
  private volatile boolean running;
  private volatile long waiting;
  private @Nullable Thread worker;

  OutboxRelay(
      OutboxTable table,
      ConfirmingPublisher publisher,
      OutboxSettings settings,
      PublisherSettings publisherSettings,
      MeterRegistry meters) {
    this.table = table;
    this.publisher = publisher;
    this.settings = settings.checkedAgainst(publisherSettings);
    Gauge.builder("payrelay.outbox.waiting", this, relay -> relay.waiting)
        .description(
            "events that are committed but not confirmed by the broker, as of the last poll")
        .register(meters);
  }

  /** Says that something was committed. Cheap; never blocks. */
  public void wake() {
    wakeUps.release();
  }

  /** Publishes one batch; says whether to go on at once. */
  boolean relayBatch() {
    var claimed = table.claim(settings.batchSize(), settings.lease());
    var outcomes = claimed.stream().map(row -> publisher.publish(message(row))).toList();
    var sent = new ArrayList<OutboxTable.Claimed>();
    var unsent = new ArrayList<OutboxTable.Claimed>();
    for (int i = 0; i < claimed.size(); i++) {
      (isStored(outcomes.get(i)) ? sent : unsent).add(claimed.get(i));
    }
    table.markSent(sent);
    table.release(unsent);
    if (!unsent.isEmpty()) {
      log.warn("outbox.unsent count={} outcome={}", unsent.size(), outcomes.getLast().join());
    }
    return claimed.size() == settings.batchSize() && unsent.isEmpty();
  }

  private static boolean isStored(CompletableFuture<PublishOutcome> outcome) {
    return outcome.join().isStored();
  }

  private static OutboundMessage message(OutboxTable.Claimed row) {
    return new OutboundMessage(
        Names.SETTLEMENTS,
        row.eventType(),
        row.eventId(),
        Map.of(
            Names.TYPE,
            row.eventType(),
            Names.SCHEMA_VERSION,
            OUTBOX_SCHEMA_VERSION,
            TraceParent.HEADER,
            row.traceparent()),
        row.body());
  }

  private void work() {
    long counted = 0;
    while (running) {
      try {
        while (relayBatch() && running) {}
        if (System.nanoTime() - counted > settings.pollInterval().toNanos() || counted == 0) {
          waiting = table.waiting();
          counted = System.nanoTime();
        }
      } catch (RuntimeException e) {
        log.warn("outbox.relay error={}", e.toString());
      }
      awaitWork();
    }
    drain();
  }

  private void awaitWork() {
    try {
      boolean _ = wakeUps.tryAcquire(settings.pollInterval().toMillis(), TimeUnit.MILLISECONDS);
      wakeUps.drainPermits();
    } catch (InterruptedException e) {
      running = false;
    }
  }

  /** One last batch of what was committed while stopping; the rest is for other nodes. */
  private void drain() {
    try {
      relayBatch();
    } catch (RuntimeException e) {
      log.warn("outbox.drain error={}", e.toString());
    }
  }

  @Override
  public synchronized void start() {
    if (!running) {
      running = true;
      worker = Thread.ofVirtual().name("outbox-relay").start(this::work);
    }
  }

  @Override
  public synchronized void stop() {
    running = false;
    wake();
    var thread = worker;
    worker = null;
    try {
      if (thread != null && !thread.join(LONGEST_STOP)) {
        log.warn("outbox.stop timeout={}", LONGEST_STOP);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Starts before the listeners and stops after them, so that what they settle still goes out. */
  @Override
  public int getPhase() {
    return 100;
  }
}

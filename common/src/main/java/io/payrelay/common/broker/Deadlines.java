package io.payrelay.common.broker;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ends waits that last too long. All last equally long, so one look at the oldest now and then does
 * for all of them; a timer for each would wake a thread for each. Thread-safe.
 */
final class Deadlines implements AutoCloseable {

  /** A wait ends this much late at most. */
  static final Duration STEP = Duration.ofMillis(20);

  private record Wait(CompletableFuture<PublishOutcome> outcome, long endNanos) {}

  private final Duration longest;
  private final PublishOutcome verdict;
  private final Queue<Wait> waits = new ConcurrentLinkedQueue<>();
  private final Thread watch;

  Deadlines(String name, Duration longest, PublishOutcome verdict) {
    this.longest = longest;
    this.verdict = verdict;
    this.watch = Thread.ofPlatform().daemon().name(name).start(this::watch);
  }

  /** Completes it with the verdict if nothing else has, in time. */
  void add(CompletableFuture<PublishOutcome> outcome) {
    waits.add(new Wait(outcome, System.nanoTime() + longest.toNanos()));
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(STEP);
        endUntil(System.nanoTime());
      }
    } catch (InterruptedException e) {
      endUntil(System.nanoTime() + longest.toNanos()); // closed: nobody waits any longer
    }
  }

  private void endUntil(long nanos) {
    for (var oldest = waits.peek();
        oldest != null && (oldest.outcome().isDone() || nanos - oldest.endNanos() >= 0);
        oldest = waits.peek()) {
      waits.remove();
      oldest.outcome().complete(verdict);
    }
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}

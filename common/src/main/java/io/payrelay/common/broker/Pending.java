package io.payrelay.common.broker;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A message between its publishing and its outcome. */
final class Pending {

  private final OutboundMessage message;
  private final Timer.Sample sample;
  private final CompletableFuture<PublishOutcome> outcome = new CompletableFuture<>();
  private final AtomicBoolean settled = new AtomicBoolean();
  private volatile Runnable release = () -> {};
  private volatile boolean returned;

  Pending(OutboundMessage message, Timer.Sample sample) {
    this.message = message;
    this.sample = sample;
  }

  OutboundMessage message() {
    return message;
  }

  CompletableFuture<PublishOutcome> outcome() {
    return outcome;
  }

  void onSettled(Runnable release) {
    this.release = release;
  }

  /** The broker found no queue for it; its confirm follows. */
  void markReturned() {
    returned = true;
  }

  boolean wasReturned() {
    return returned;
  }

  /** Tells the caller. A second outcome changes nothing. */
  void resolve(PublishOutcome result) {
    outcome.complete(result);
  }

  /**
   * Tells the caller and gives the permit back. The permit of a timed-out message is kept until the
   * broker has answered, so that a silent broker can't pile up messages without bound.
   */
  void settle(PublishOutcome result) {
    if (settled.compareAndSet(false, true)) {
      release.run();
      resolve(result);
    }
  }

  void record(Timer timer) {
    sample.stop(timer);
  }
}

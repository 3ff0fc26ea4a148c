package io.payrelay.sandbox.stack;

import java.time.Duration;
import java.util.Optional;

/** Waiting with a bound. */
public final class Await {

  private static final Duration PAUSE = Duration.ofMillis(100);

  private Await() {}

  /** Looks whether it is there. */
  @FunctionalInterface
  public interface Probe<T> {
    Optional<T> look() throws InterruptedException;
  }

  /** What the probe finds within {@code patience}; empty if it never does. */
  public static <T> Optional<T> until(Duration patience, Probe<T> probe)
      throws InterruptedException {
    long giveUp = System.nanoTime() + patience.toNanos();
    while (true) {
      boolean last = System.nanoTime() > giveUp;
      var found = probe.look();
      if (last || found.isPresent()) {
        return found;
      }
      Thread.sleep(PAUSE);
    }
  }
}

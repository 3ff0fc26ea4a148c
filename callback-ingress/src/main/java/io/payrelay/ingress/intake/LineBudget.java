package io.payrelay.ingress.intake;

import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Lets a number of log lines through each second and counts what it held back. Thread-safe. */
final class LineBudget {

  private static final long SECOND = 1_000_000_000L;

  private final int perSecond;
  private final LongSupplier nanoTime;
  private long windowStart;
  private int used;
  private long heldBack;

  LineBudget(int perSecond, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
    this.windowStart = nanoTime.getAsLong();
  }

  /** How many lines were held back before this one; empty if this one is to be held back too. */
  synchronized OptionalLong take() {
    long now = nanoTime.getAsLong();
    if (now - windowStart >= SECOND) {
      windowStart = now;
      used = 0;
    }
    if (used == perSecond) {
      heldBack++;
      return OptionalLong.empty();
    }
    used++;
    long before = heldBack;
    heldBack = 0;
    return OptionalLong.of(before);
  }
}

package io.payrelay.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves only when a test moves it. Thread-safe. */
public final class SettableClock extends Clock {

  private final Hand hand;
  private final ZoneId zone;

  public SettableClock(Instant now) {
    this(new Hand(now), ZoneOffset.UTC);
  }

  private SettableClock(Hand hand, ZoneId zone) {
    this.hand = hand;
    this.zone = zone;
  }

  public void set(Instant instant) {
    hand.set(instant);
  }

  /** Moves on, or back if negative. */
  public void advance(Duration by) {
    hand.advance(by);
  }

  @Override
  public Instant instant() {
    return hand.get();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  /** Shares its time with this one. */
  @Override
  public SettableClock withZone(ZoneId other) {
    return new SettableClock(hand, other);
  }

  /** The time, shared by clocks of several zones. */
  private static final class Hand {

    private Instant now;

    Hand(Instant now) {
      this.now = now;
    }

    synchronized Instant get() {
      return now;
    }

    synchronized void set(Instant instant) {
      now = instant;
    }

    synchronized void advance(Duration by) {
      now = now.plus(by);
    }
  }
}

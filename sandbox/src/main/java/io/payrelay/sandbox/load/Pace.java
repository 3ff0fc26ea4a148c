package io.payrelay.sandbox.load;

import java.time.Duration;

/** When requests are meant to start. */
public sealed interface Pace {

  /** Each caller sends as soon as it has its answer. */
  record AsAnswered() implements Pace {}

  /** At fixed times, whether or not answers come: what is late counts from when it was meant. */
  record AtRate(int perSecond) implements Pace {

    public AtRate {
      if (perSecond < 1) {
        throw new IllegalArgumentException("a rate is at least 1/s, not " + perSecond);
      }
    }
  }

  /** When the request of this number is meant to start, after the first one. */
  default long startNanos(long number, long now) {
    return switch (this) {
      case AsAnswered() -> now;
      case AtRate(int perSecond) -> number * Duration.ofSeconds(1).toNanos() / perSecond;
    };
  }

  /** How many requests are meant to start within this time, as far as that is fixed. */
  default long meantToStart(Duration time) {
    return switch (this) {
      case AsAnswered() -> 0;
      case AtRate(int perSecond) -> perSecond * time.toMillis() / 1_000;
    };
  }
}

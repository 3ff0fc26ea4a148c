package io.payrelay.sandbox.load;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * What came of a load.
 *
 * @param acknowledged answers that were the acknowledgement
 * @param inTime those of them that came before the time was up
 * @param refused other answers
 * @param inTimeRefused those of them that came before the time was up
 * @param lost requests without an answer: broken connections, and silence to the end
 * @param took until the time was up or the requests were used up
 * @param latency of the acknowledged, in nanoseconds from when each was meant to start
 * @param complaint the last refusal or loss in words; empty if there was none
 */
public record LoadResult(
    long acknowledged,
    long inTime,
    long refused,
    long inTimeRefused,
    long lost,
    Duration took,
    Histogram latency,
    String complaint) {

  private static final double NANOS_PER_MILLI = 1_000_000.0;

  /** Acknowledged a second. */
  public double perSecond() {
    return rate(inTime);
  }

  /** Refused a second. */
  public double refusedPerSecond() {
    return rate(inTimeRefused);
  }

  public double latencyMillis(double percentile) {
    return latency.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }

  private double rate(long count) {
    return count * 1e9 / Math.max(1, took.toNanos());
  }
}

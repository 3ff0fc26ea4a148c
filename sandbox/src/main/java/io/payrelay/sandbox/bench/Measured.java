package io.payrelay.sandbox.bench;

import java.util.EnumMap;
import java.util.Map;

/** All that the rounds measured. */
final class Measured {

  /** What is measured, under the name that the report gives it. */
  enum What {
    ACKED_PER_S,
    HTTP_LIMIT_PER_S,
    BROKER_LIMIT_PER_S,
    WRK_PER_S,
    PERFTEST_PER_S,
    ABSORBED_PER_S,
    HALF_LOAD_PER_S,
    P50_MS,
    P99_MS,
    FLOOD_GOOD_PER_S,
    FLOOD_FORGED_PER_S,
    CALM_P99_MS,
    FLOOD_P99_MS,
    // Counts; the last four must be zero.
    ABSORBED,
    ABSORBED_PUBLISHED,
    ACKED_MISSING,
    NOT_ACKNOWLEDGED,
    FLOOD_GOOD_LOST,
    FLOOD_FORGED_ACCEPTED;

    boolean isCount() {
      return compareTo(ABSORBED) >= 0;
    }
  }

  private final Map<What, Series> series = new EnumMap<>(What.class);

  void add(What what, double value) {
    series.computeIfAbsent(what, _ -> new Series()).add(value);
  }

  void count(What what, long events) {
    add(what, (double) events);
  }

  double median(What what) {
    return of(what).median();
  }

  /** Over all rounds. */
  long total(What what) {
    return Math.round(of(what).sum());
  }

  private Series of(What what) {
    var found = series.get(what);
    if (found == null) {
      throw new IllegalStateException(what + " was not measured");
    }
    return found;
  }
}

package io.payrelay.notify.http;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures the phases of one attempt. Used by the attempt's own thread. */
final class Stopwatch {

  static final String KEY = "payrelay.stopwatch";

  enum Phase {
    DNS,
    CONNECT,
    TLS,
    FIRST_BYTE
  }

  private final long start = System.nanoTime();
  private final Map<Phase, Long> begun = new EnumMap<>(Phase.class);
  private final Map<Phase, Integer> took = new EnumMap<>(Phase.class);

  void begin(Phase phase) {
    begun.put(phase, System.nanoTime());
  }

  void end(Phase phase) {
    var from = begun.get(phase);
    if (from != null) {
      took.put(phase, millis(System.nanoTime() - from));
    }
  }

  Phases read() {
    return new Phases(
        of(Phase.DNS),
        of(Phase.CONNECT),
        of(Phase.TLS),
        of(Phase.FIRST_BYTE),
        millis(System.nanoTime() - start));
  }

  private @Nullable Integer of(Phase phase) {
    return took.get(phase);
  }

  private static int millis(long nanos) {
    return (int) (nanos / 1_000_000);
  }
}

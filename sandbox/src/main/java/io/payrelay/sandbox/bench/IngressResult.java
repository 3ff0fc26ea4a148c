package io.payrelay.sandbox.bench;

import io.payrelay.sandbox.bench.Measured.What;
import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** The figures of {@code bench ingress}, and what they must be. */
record IngressResult(IngressPlan plan, Measured measured) {

  // Below this part of what a known tool reaches, our own load is the limit, not the server.
  private static final double VALID_FROM = 0.6;
  private static final double P99_MS_AT_MOST = 30;
  private static final double ABSORBED_FACTOR = 2;

  // Redis advises within 250 ms or not at all; a machine at its limit is late now and then.
  private static final double PUBLISHED_PERCENT_AT_MOST = 1;

  /** What could be reached if each callback cost one bare request plus one bare publish. */
  static double limit(double http, double broker) {
    return 1 / (1 / http + 1 / broker);
  }

  /** A verification by RSA costs more than one by HMAC. */
  static double ratioAtLeast(String channel) {
    return channel.equals("hmac") || channel.equals("stripe") ? 0.45 : 0.35;
  }

  Report report() {
    var figures = new LinkedHashMap<String, Number>();
    for (var what : What.values()) {
      var name = what.name().toLowerCase(Locale.ROOT);
      if (what.isCount()) {
        figures.put(name, measured.total(what));
      } else if (name.endsWith("_per_s")) {
        figures.put(name, Math.round(measured.median(what)));
      } else {
        figures.put(name, rounded(measured.median(what)));
      }
    }
    figures.put("ratio", rounded(ratio()));
    return Report.of("bench ingress", null, figures, checks());
  }

  private double ratio() {
    return of(What.ACKED_PER_S) / limit(of(What.HTTP_LIMIT_PER_S), of(What.BROKER_LIMIT_PER_S));
  }

  private List<Check> checks() {
    var checks = new ArrayList<Check>();
    checks.add(valid("HTTP", What.HTTP_LIMIT_PER_S, "wrk", What.WRK_PER_S));
    checks.add(valid("broker", What.BROKER_LIMIT_PER_S, "PerfTest", What.PERFTEST_PER_S));
    checks.add(atLeast("ratio to the limits", ratioAtLeast(plan.channel()), ratio()));
    checks.add(
        atLeast(
            "repeats of settled payments a second, compared to first callbacks",
            ABSORBED_FACTOR,
            of(What.ABSORBED_PER_S) / of(What.ACKED_PER_S)));
    checks.add(atMost("p99 at half load, in ms", P99_MS_AT_MOST, of(What.P99_MS)));
    checks.add(none("callbacks acknowledged and not in the queue", What.ACKED_MISSING));
    checks.add(
        atMost(
            "repeats that Redis answered too late, so that they were published, in %",
            PUBLISHED_PERCENT_AT_MOST,
            100.0
                * measured.total(What.ABSORBED_PUBLISHED)
                / Math.max(1, measured.total(What.ABSORBED))));
    checks.add(none("genuine callbacks not acknowledged", What.NOT_ACKNOWLEDGED));
    checks.add(none("genuine callbacks lost during a flood", What.FLOOD_GOOD_LOST));
    checks.add(none("forged callbacks acknowledged", What.FLOOD_FORGED_ACCEPTED));
    return List.copyOf(checks);
  }

  private Check valid(String limit, What ours, String tool, What theirs) {
    return atLeast(
        "valid run: our %s limit compared to what %s reaches".formatted(limit, tool),
        VALID_FROM,
        of(ours) / of(theirs));
  }

  private Check none(String name, What what) {
    return Check.equal(name, 0L, measured.total(what));
  }

  private static Check atLeast(String name, double least, double found) {
    return Check.that(found >= least, name, "at least " + least, rounded(found));
  }

  private static Check atMost(String name, double most, double found) {
    return Check.that(found <= most, name, "at most " + most, rounded(found));
  }

  private double of(What what) {
    return measured.median(what);
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}

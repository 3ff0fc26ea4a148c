package io.payrelay.sandbox.audit;

import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.report.Report;
import io.payrelay.sandbox.stack.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Audits the state again and again while load runs. A database that is away is waited for: that is
 * no violation. A property that was once violated stays violated.
 */
final class AuditWatch {

  /** Connects to the stack's database. */
  @FunctionalInterface
  interface Connecting {
    Database open() throws SQLException;
  }

  private final Connecting connecting;
  private final Duration settleTime;
  private final Duration pause;
  private final Consumer<String> say;

  AuditWatch(Connecting connecting, Duration settleTime, Duration pause, Consumer<String> say) {
    this.connecting = connecting;
    this.settleTime = settleTime;
    this.pause = pause;
    this.say = say;
  }

  /** Looks until it is over; the last look begins after that. */
  Report watch(BooleanSupplier over) throws InterruptedException {
    var worst = new LinkedHashMap<String, Finding>();
    long looks = 0;
    long outages = 0;
    for (boolean last = false; !last; ) {
      last = over.getAsBoolean();
      try (var database = connecting.open()) {
        var findings = Audit.ofState(database).run(settleTime);
        findings.forEach(finding -> worst.merge(finding.property(), finding, AuditWatch::worse));
        looks++;
        say.accept("look %d: %d violations".formatted(looks, Finding.violations(findings)));
      } catch (SQLException e) {
        outages++;
        say.accept("the database does not answer: " + e.getMessage());
      }
      if (!last) {
        Thread.sleep(pause);
      }
    }
    return report(List.copyOf(worst.values()), looks, outages);
  }

  private static Report report(List<Finding> worst, long looks, long outages) {
    var checks = new ArrayList<Check>(worst.stream().map(Finding::check).toList());
    checks.add(
        Check.that(looks > 0, "the books were looked at", "at least once", looks + " times"));
    return Report.of(
        "audit",
        null,
        Map.of("audit_violations", Finding.violations(worst), "audits", looks, "outages", outages),
        checks);
  }

  private static Finding worse(Finding one, Finding other) {
    return other.violations() > one.violations() ? other : one;
  }
}

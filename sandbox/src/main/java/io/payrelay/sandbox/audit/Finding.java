package io.payrelay.sandbox.audit;

import io.payrelay.sandbox.report.Check;
import java.util.Collection;
import java.util.List;

/** How often a property is violated, and by whom for example. */
public record Finding(String property, long violations, List<String> sample) {

  public Finding {
    sample = List.copyOf(sample);
  }

  /** As a check of a report. */
  public Check check() {
    return new Check(
        property,
        violations == 0,
        0L,
        violations,
        sample.isEmpty() ? null : String.join("; ", sample));
  }

  /** Violations of all properties together. */
  public static long violations(Collection<Finding> findings) {
    return findings.stream().mapToLong(Finding::violations).sum();
  }
}

package io.payrelay.sandbox.report;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --json}, and the exit code that goes with a report. */
public final class ReportOption {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write figures and checks as JSON.")
  private @Nullable Path json;

  public ReportOption() {}

  /** Writes the report if asked to; 0 only if all of its checks hold. */
  public int conclude(Report report) {
    if (json != null) {
      report.write(json);
    }
    return report.ok() ? 0 : 1;
  }
}

package io.payrelay.sandbox.audit;

import io.payrelay.sandbox.merchant.ReceiptFile;
import io.payrelay.sandbox.report.Report;
import io.payrelay.sandbox.report.ReportOption;
import io.payrelay.sandbox.report.Terminal;
import io.payrelay.sandbox.stack.Database;
import io.payrelay.sandbox.stack.SandboxFile;
import io.payrelay.sandbox.stack.UsageException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code audit}: do the books hold? */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Check the state properties against the databases, and promises against them.")
public final class AuditCommand implements Callable<Integer> {

  /** Between two looks of --continuous. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Option(
      names = "--sandbox-file",
      paramLabel = "FILE",
      defaultValue = SandboxFile.DEFAULT,
      description = "What onboarding wrote about the stack (default: ${DEFAULT-VALUE}).")
  private Path sandboxFile;

  @Option(
      names = "--acks",
      paramLabel = "FILE",
      description = "Acknowledged payments of a storm: each must be booked once.")
  private @Nullable Path acks;

  @Option(
      names = "--receipts",
      paramLabel = "FILE",
      description = "What the merchants got: one id for each order and event.")
  private @Nullable Path receipts;

  @Option(
      names = "--settle-seconds",
      defaultValue = "10",
      description = "How long what is under way may take to arrive (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Option(
      names = "--continuous",
      description = "Look again and again while load runs, at the state only.")
  private boolean continuous;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "How long --continuous goes on (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private ReportOption report;

  public AuditCommand() {}

  @Override
  public Integer call() throws SQLException, InterruptedException {
    if (continuous) {
      return conclude(watch());
    }
    var acknowledged = acks == null ? List.<AckedPayment>of() : AckFile.read(acks);
    try (var database = Database.open(SandboxFile.load(sandboxFile))) {
      var audit = Audit.ofState(database);
      if (acks != null) {
        audit = audit.withAcknowledged(acknowledged);
      }
      if (receipts != null) {
        audit =
            audit.withReceipts(
                ReceiptFile.read(receipts),
                acknowledged.stream().map(AckedPayment::orderNo).distinct().toList());
      }
      return conclude(report(audit.run(Duration.ofSeconds(settleSeconds))));
    }
  }

  private Report watch() throws InterruptedException {
    if (acks != null || receipts != null) {
      throw new UsageException("--continuous looks at the state: leave out --acks and --receipts");
    }
    var stack = SandboxFile.load(sandboxFile);
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    return new AuditWatch(
            () -> Database.open(stack),
            Duration.ofSeconds(settleSeconds),
            PAUSE,
            System.err::println)
        .watch(() -> System.nanoTime() >= end);
  }

  private static Report report(List<Finding> findings) {
    return Report.of(
        "audit",
        null,
        Map.of("audit_violations", Finding.violations(findings)),
        findings.stream().map(Finding::check).toList());
  }

  private int conclude(Report found) {
    var screen = Terminal.screen();
    screen.heading("The books");
    screen.checks(found);
    screen.verdict(found);
    return report.conclude(found);
  }
}

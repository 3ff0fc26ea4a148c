package io.payrelay.sandbox.demo;

import io.payrelay.sandbox.audit.Audit;
import io.payrelay.sandbox.audit.Finding;
import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.report.Report;
import io.payrelay.sandbox.report.ReportOption;
import io.payrelay.sandbox.report.Screen;
import io.payrelay.sandbox.report.Terminal;
import io.payrelay.sandbox.stack.SandboxFile;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demo}: the tour. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Show, in half a minute, what PayRelay promises.")
public final class DemoCommand implements Callable<Integer> {

  private static final Duration SETTLE_TIME = Duration.ofSeconds(10);

  @Option(
      names = "--sandbox-file",
      paramLabel = "FILE",
      defaultValue = SandboxFile.DEFAULT,
      description = "What onboarding wrote about the stack (default: ${DEFAULT-VALUE}).")
  private Path sandboxFile;

  @Mixin private ReportOption report;

  public DemoCommand() {}

  @Override
  public Integer call() throws SQLException, InterruptedException {
    var screen = Terminal.screen();
    var result = play(SandboxFile.load(sandboxFile), screen);
    screen.heading("Figures");
    screen.figures(result);
    screen.verdict(result);
    return report.conclude(result);
  }

  static Report play(SandboxFile stack, Screen screen) throws SQLException, InterruptedException {
    var tally = new Tally(screen);
    try (var world = World.of(stack)) {
      var paidOnce = new PaidOnce(world, tally);
      var orderNo = paidOnce.play();
      new ReverseAttack(world, tally).play(orderNo);
      new DownMerchant(world, tally).play();
      paidOnce.judge(orderNo);
      audit(world, tally);
    }
    return tally.report();
  }

  private static void audit(World world, Tally tally) throws SQLException, InterruptedException {
    var findings = Audit.ofState(world.database()).run(SETTLE_TIME);
    long violations = Finding.violations(findings);
    tally.figure("audit_violations", violations);
    tally.check(
        "the audit of all books finds nothing wrong (" + findings.size() + " properties)",
        Check.equal("audit violations", 0L, violations));
    tally.checkQuietly(findings.stream().map(Finding::check).toList());
  }
}

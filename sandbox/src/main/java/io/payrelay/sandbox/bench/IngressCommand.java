package io.payrelay.sandbox.bench;

import io.payrelay.sandbox.channel.Channels;
import io.payrelay.sandbox.report.ReportOption;
import io.payrelay.sandbox.report.Terminal;
import io.payrelay.sandbox.stack.SandboxFile;
import io.payrelay.sandbox.stack.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench ingress}: callbacks taken in, compared to the bare HTTP server and broker. */
@Command(
    name = "ingress",
    mixinStandardHelpOptions = true,
    description = "How many callbacks are taken in, compared to the bare HTTP server and broker.")
final class IngressCommand implements Callable<Integer> {

  @Option(
      names = "--sandbox-file",
      paramLabel = "FILE",
      defaultValue = SandboxFile.DEFAULT,
      description = "What the launcher wrote about the servers (default: ${DEFAULT-VALUE}).")
  private Path sandboxFile;

  @Option(
      names = "--channel",
      paramLabel = "X",
      defaultValue = "hmac",
      description = "Whose callbacks (default: ${DEFAULT-VALUE}).")
  private String channel;

  @Option(
      names = "--callers",
      paramLabel = "C",
      defaultValue = "256",
      description = "How many send at once (default: ${DEFAULT-VALUE}).")
  private int callers;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often everything is measured; medians count (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "3",
      description = "How long each measurement takes (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private ReportOption report;

  IngressCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var plan = new IngressPlan(channel, callers, rounds, seconds);
    if (channel.equals(Channels.ALL)) {
      throw new UsageException("--channel: one at a time");
    }
    Channels.named(channel);
    var stack = SandboxFile.load(sandboxFile);
    var screen = Terminal.screen();
    screen.heading(
        "%d callers at callback-ingress, channel %s: %d rounds of %d s for each measurement"
            .formatted(plan.callers(), channel, plan.rounds(), plan.seconds()));
    var result = new IngressBench(stack, plan, Terminal.progress()).run();
    screen.heading("Figures (medians of " + plan.rounds() + " rounds; counts: all of them)");
    screen.figures(result);
    screen.heading("Checks");
    screen.checks(result);
    screen.verdict(result);
    return report.conclude(result);
  }
}

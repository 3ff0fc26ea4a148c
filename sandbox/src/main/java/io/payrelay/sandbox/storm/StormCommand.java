package io.payrelay.sandbox.storm;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.sandbox.audit.AckFile;
import io.payrelay.sandbox.channel.Channels;
import io.payrelay.sandbox.report.ReportOption;
import io.payrelay.sandbox.report.Terminal;
import io.payrelay.sandbox.stack.SandboxFile;
import io.payrelay.sandbox.stack.UsageException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code storm}: signed callbacks in quantity. */
@Command(
    name = "storm",
    mixinStandardHelpOptions = true,
    description =
        "Send signed callbacks, many times each, and check that each payment counts once.")
public final class StormCommand implements Callable<Integer> {

  private static final String CURRENCY = "CNY";

  @Option(
      names = "--sandbox-file",
      paramLabel = "FILE",
      defaultValue = SandboxFile.DEFAULT,
      description = "What onboarding wrote about the stack (default: ${DEFAULT-VALUE}).")
  private Path sandboxFile;

  @Option(
      names = "--orders",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many orders are paid (default: ${DEFAULT-VALUE}).")
  private int orders;

  @Option(
      names = "--duplicates",
      paramLabel = "K",
      defaultValue = "5",
      description = "How often each payment's callback is sent (default: ${DEFAULT-VALUE}).")
  private int duplicates;

  @Option(
      names = "--callers",
      paramLabel = "C",
      defaultValue = "20",
      description =
          "How many send at once, each waiting for its answer (default: ${DEFAULT-VALUE}).")
  private int callers;

  @Option(
      names = "--channel",
      paramLabel = "X",
      defaultValue = "hmac",
      description = "Which channel calls back, or all (default: ${DEFAULT-VALUE}).")
  private String channel;

  @Option(
      names = "--amount",
      paramLabel = "A",
      defaultValue = "599.00",
      description = "Each order's amount in yuan (default: ${DEFAULT-VALUE}).")
  private String amount;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "0",
      description = "Callbacks a second, instead of as many as the callers manage.")
  private int rate;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Mixes the callbacks; the same seed mixes them the same way.")
  private @Nullable Long seed;

  @Option(
      names = "--give-up",
      paramLabel = "TIME",
      defaultValue = "2m",
      description =
          "How long a channel repeats what is not acknowledged (default: ${DEFAULT-VALUE}).")
  private String giveUp;

  @Option(
      names = "--acks",
      paramLabel = "FILE",
      description = "Write every acknowledged payment there, for audit --acks.")
  private @Nullable Path acks;

  @Mixin private ReportOption report;

  public StormCommand() {}

  @Override
  public Integer call() throws SQLException, InterruptedException {
    var plan =
        new StormPlan(orders, duplicates, callers, channel, money(), rate, seed(), patience());
    Channels.named(channel);
    var stack = SandboxFile.load(sandboxFile);
    var screen = Terminal.screen();
    screen.heading(
        "%d orders of %s, each paid once and told %d times"
            .formatted(plan.orders(), plan.amount(), plan.duplicates()));
    var ackFile = acks;
    var result =
        new Storm(stack, plan, Terminal.progress())
            .run(
                payments -> {
                  if (ackFile != null) {
                    AckFile.write(ackFile, payments);
                  }
                });
    screen.heading("Figures (seed " + plan.seed() + ")");
    screen.figures(result);
    screen.heading("Checks");
    screen.checks(result);
    screen.verdict(result);
    return report.conclude(result);
  }

  private Money money() {
    try {
      return Money.parse(amount, CURRENCY);
    } catch (InvalidMoneyException e) {
      throw new UsageException("--amount: " + e.getMessage());
    }
  }

  private long seed() {
    return seed != null ? seed : ThreadLocalRandom.current().nextLong(1_000_000_000);
  }

  private Duration patience() {
    try {
      return Tier.parse(giveUp).delay();
    } catch (InvalidSettingException e) {
      throw new UsageException("--give-up is a time like 30s or 2m, not '" + giveUp + "'");
    }
  }
}

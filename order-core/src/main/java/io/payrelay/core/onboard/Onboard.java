package io.payrelay.core.onboard;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code payrelay onboard merchant|operator}: makes those who may use PayRelay. */
@Command(
    name = "onboard",
    description = "Creates a merchant, or an operator of the console.",
    subcommands = {OnboardMerchant.class, OnboardOperator.class},
    mixinStandardHelpOptions = true)
public final class Onboard {

  private Onboard() {}

  public static void main(String[] args) {
    System.exit(
        run(
            System.getenv(),
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            args));
  }

  /** Runs one command; 0 if it did everything it should. */
  static int run(
      Map<String, String> environment, PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new Onboard(), new Commands(new Services(environment)))
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(Onboard::explain)
        .execute(args);
  }

  private static int explain(Exception error, CommandLine command, CommandLine.ParseResult parsed) {
    command.getErr().println("payrelay onboard: " + error.getMessage());
    return error instanceof OnboardException ? CommandLine.ExitCode.SOFTWARE : 70;
  }

  private record Commands(Services services) implements CommandLine.IFactory {

    @Override
    public <K> K create(Class<K> type) throws Exception {
      if (type == OnboardMerchant.class) {
        return type.cast(new OnboardMerchant(services));
      }
      if (type == OnboardOperator.class) {
        return type.cast(new OnboardOperator(services));
      }
      return CommandLine.defaultFactory().create(type);
    }
  }
}

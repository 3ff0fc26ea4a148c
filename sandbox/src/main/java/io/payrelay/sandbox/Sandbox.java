package io.payrelay.sandbox;

import io.payrelay.sandbox.audit.AuditCommand;
import io.payrelay.sandbox.bench.BenchCommand;
import io.payrelay.sandbox.demo.DemoCommand;
import io.payrelay.sandbox.merchant.ServeCommand;
import io.payrelay.sandbox.report.Terminal;
import io.payrelay.sandbox.stack.RefusedException;
import io.payrelay.sandbox.stack.UsageException;
import io.payrelay.sandbox.storm.StormCommand;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The outside world, by command. */
@Command(
    name = "sandbox",
    description = "Plays everything outside PayRelay, and checks what PayRelay made of it.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServeCommand.class,
      StormCommand.class,
      AuditCommand.class,
      DemoCommand.class,
      BenchCommand.class
    })
public final class Sandbox {

  private Sandbox() {}

  public static void main(String[] args) {
    System.exit(commandLine(Terminal.progress()::finish).execute(args));
  }

  /**
   * The commands.
   *
   * @param complaints gets a sentence for what a person can put right
   */
  static CommandLine commandLine(Consumer<String> complaints) {
    return new CommandLine(new Sandbox())
        .setExecutionExceptionHandler((problem, _, _) -> explain(problem, complaints));
  }

  // Only our own faults show a trace.
  private static int explain(Exception problem, Consumer<String> complaints) throws Exception {
    int code =
        switch (problem) {
          case UsageException _, ParameterException _ -> CommandLine.ExitCode.USAGE;
          case RefusedException _, SQLException _ -> CommandLine.ExitCode.SOFTWARE;
          default -> throw problem;
        };
    complaints.accept("✘ " + problem.getMessage());
    return code;
  }
}

package io.payrelay.sandbox.bench;

import picocli.CommandLine.Command;

/** {@code bench}: how fast, and compared to what. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "WHAT",
    description = "Measure speed against limits that are measured in the same run.",
    subcommands = IngressCommand.class)
public final class BenchCommand {

  public BenchCommand() {}
}

package io.payrelay.core.onboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Creates an operator of the console, with a token that is shown this once only. */
@Command(
    name = "operator",
    description = "Creates an operator of the console; prints its token, this once only.",
    mixinStandardHelpOptions = true)
final class OnboardOperator implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--login", required = true, description = "The operator's name.")
  private String login;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private final Services services;

  OnboardOperator(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    var operator = services.postToOpsConsole("/internal/operators", Map.of("login", login));
    var result = new LinkedHashMap<String, String>();
    result.put("login", operator.path("login").asString());
    result.put("token", operator.path("token").asString());
    Result.print(spec.commandLine(), result, json);
    return CommandLine.ExitCode.OK;
  }
}

package io.payrelay.core.onboard;

import java.util.Map;
import picocli.CommandLine;

/** Shows what was made. */
final class Result {

  private Result() {}

  static void print(CommandLine command, Map<String, String> result, boolean json) {
    var out = command.getOut();
    if (json) {
      out.println(Services.JSON.writeValueAsString(result));
    } else {
      result.forEach((name, value) -> out.printf("%-15s %s%n", name, value));
      out.println("Keep the secrets now: they are not shown again.");
    }
    out.flush();
  }
}

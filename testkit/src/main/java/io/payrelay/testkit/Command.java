package io.payrelay.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program of this machine, run to its end within a bound. */
final class Command {

  /** How it ended, and what it printed on both streams. */
  record Result(int exitCode, String output) {
    boolean succeeded() {
      return exitCode == 0;
    }
  }

  private Command() {}

  /**
   * Runs a program.
   *
   * @throws IOException if there is no such program
   */
  static Result run(List<String> command, Map<String, String> environment, Duration limit)
      throws IOException {
    // A file and not a pipe: a server that is left behind must not keep us waiting for its end.
    var output = Files.createTempFile("payrelay-command-", ".out");
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      var process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return new Result(
            -1, Files.readString(output) + "\n(ended: it took longer than " + limit + ")");
      }
      return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + command, e);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /** Runs a program that must succeed, and returns what it printed. */
  static String require(List<String> command, Map<String, String> environment, Duration limit) {
    try {
      var result = run(command, environment, limit);
      if (!result.succeeded()) {
        throw new IllegalStateException(
            "%s ended with %d:%n%s"
                .formatted(String.join(" ", command), result.exitCode(), result.output()));
      }
      return result.output();
    } catch (IOException e) {
      throw new IllegalStateException("can't run " + String.join(" ", command), e);
    }
  }
}

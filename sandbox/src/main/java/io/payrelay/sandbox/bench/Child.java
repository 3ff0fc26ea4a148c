package io.payrelay.sandbox.bench;

import io.payrelay.sandbox.stack.RefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A program beside ours whose output we read. It ends with us: its input is ours to close. */
final class Child implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;
  private final List<String> lines = new ArrayList<>();

  private Child(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static Child start(List<String> command, Map<String, String> environment) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new Child(builder.start());
  }

  /** A JVM on our own class path. */
  static Child java(List<String> options, List<String> arguments, Map<String, String> environment)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path", "")));
    command.addAll(arguments);
    return start(command, environment);
  }

  /** Reads on until a line matches; its first group. */
  String await(Pattern wanted) throws IOException {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      lines.add(line);
      var matcher = wanted.matcher(line);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    throw new RefusedException(
        "%s ended without saying %s:%n%s"
            .formatted(
                process.info().command().orElse("a program"), wanted, String.join("\n", lines)));
  }

  /** Whether a line so far has contained this. */
  boolean said(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(Duration.ofSeconds(2))) {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

package io.payrelay.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The whole of PayRelay, servers and services, in a directory of its own. It ends with this JVM at
 * the latest, however that goes.
 */
public final class Stack implements AutoCloseable {

  /** The first start on a bare machine installs packages. */
  private static final Duration START_LIMIT = Duration.ofMinutes(9);

  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(3);

  private final Path home;

  private Stack(Path home) {
    this.home = home;
  }

  /**
   * Starts servers and services from the jars that are built already.
   *
   * @throws IllegalStateException with the launcher's own words if that does not work
   */
  public static Stack up() {
    try {
      var stack = new Stack(Files.createTempDirectory("payrelay-stack-"));
      var owner = String.valueOf(ProcessHandle.current().pid());
      stack.payrelay(START_LIMIT, "up", "--no-build", "--owner", owner);
      return stack;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The state directory: {@code stack.env}, {@code sandbox.json}, {@code logs/}. */
  public Path home() {
    return home;
  }

  /** What {@code stack.env} says now: addresses, ports and passwords. */
  public Map<String, String> environment() {
    return EnvFile.read(home.resolve("stack.env"));
  }

  /** Ends a service or a server in an orderly way. */
  public void stop(String name) {
    payrelay("stop", name);
  }

  /** Starts it again, on the same port. */
  public void start(String name) {
    payrelay("start", name);
  }

  /** Ends a service or a server by {@code kill -9}. */
  public void kill(String name) {
    payrelay("kill", name);
  }

  /** Runs a launcher command on this stack; it must succeed. Returns what it printed. */
  public String payrelay(String... arguments) {
    return payrelay(COMMAND_LIMIT, arguments);
  }

  /** Runs a launcher command with a longer bound. */
  public String payrelay(Duration limit, String... arguments) {
    var command = new ArrayList<>(List.of(Checkout.root().resolve("payrelay").toString()));
    command.addAll(List.of(arguments));
    return Command.require(
        command, Map.of("PAYRELAY_HOME", home.toString(), "PAYRELAY_STACK_FAST", "1"), limit);
  }

  @Override
  public void close() {
    payrelay("down", "--wipe");
  }
}

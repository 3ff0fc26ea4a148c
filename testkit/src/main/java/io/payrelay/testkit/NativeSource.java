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
 * A server of {@code deploy/stack}, in a directory that all servers of this JVM share. The stack's
 * watchdog ends and deletes it when the JVM is gone, however it went.
 */
record NativeSource(Kind kind, Map<String, String> environment) implements ServerSource {

  /** The first start on a bare machine installs packages. */
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private static final Duration CONTROL_LIMIT = Duration.ofMinutes(2);
  private static final Map<String, String> SETTINGS =
      Map.of("PAYRELAY_INFRA", "native", "PAYRELAY_STACK_FAST", "1");

  private static final class Home {
    static final Path DIRECTORY = create();

    private static Path create() {
      try {
        return Files.createTempDirectory("payrelay-test-");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static NativeSource start(Kind kind) {
    var owner = String.valueOf(ProcessHandle.current().pid());
    stack(START_LIMIT, "up", kind.stackName(), "--owner", owner, "--wipe-at-end");
    return new NativeSource(kind, EnvFile.read(Home.DIRECTORY.resolve("servers.env")));
  }

  @Override
  public void control(Verb verb) {
    stack(CONTROL_LIMIT, verb.stackName(), kind.stackName());
  }

  @Override
  public String tool(String... arguments) {
    var command = new ArrayList<>(List.of("shell", kind.stackName()));
    command.addAll(List.of(arguments));
    return stack(CONTROL_LIMIT, command.toArray(String[]::new));
  }

  private static String stack(Duration limit, String... arguments) {
    var command = new ArrayList<>(List.of(Checkout.root().resolve("deploy/stack").toString()));
    command.addAll(List.of("--dir", Home.DIRECTORY.toString()));
    command.addAll(List.of(arguments));
    return Command.require(command, SETTINGS, limit);
  }
}

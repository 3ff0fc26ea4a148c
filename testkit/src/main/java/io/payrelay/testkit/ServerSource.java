package io.payrelay.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One running server, wherever it came from. */
interface ServerSource {

  /** The servers there are, by the names {@code deploy/stack} knows. */
  enum Kind {
    POSTGRES,
    REDIS,
    RABBITMQ;

    String stackName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Spring's environment variables for this server. */
  Map<String, String> environment();

  /** Stops, starts, kills, pauses or resumes the server; its address stays the same. */
  void control(Verb verb);

  /** Runs the server's own administration tool and returns what it printed. */
  String tool(String... arguments);

  /** What can be done to a server, by the names {@code deploy/stack} knows. */
  enum Verb {
    STOP,
    START,
    KILL,
    PAUSE,
    RESUME;

    String stackName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Starts the server from where this environment takes its servers. */
  static ServerSource open(Kind kind) {
    var infra = System.getenv().getOrDefault("PAYRELAY_INFRA", "");
    return switch (infra) {
      case "external" -> new ExternalSource(kind);
      case "docker" -> ContainerSource.start(kind);
      case "native" -> NativeSource.start(kind);
      case "" -> dockerAnswers() ? ContainerSource.start(kind) : NativeSource.start(kind);
      default ->
          throw new IllegalStateException(
              "PAYRELAY_INFRA is '%s': external, docker, native, or not set at all"
                  .formatted(infra));
    };
  }

  private static boolean dockerAnswers() {
    try {
      return Command.run(List.of("docker", "info"), Map.of(), Duration.ofSeconds(10)).succeeded();
    } catch (IOException _) {
      return false; // no docker program here
    }
  }
}

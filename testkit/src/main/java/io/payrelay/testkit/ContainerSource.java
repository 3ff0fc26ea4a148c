package io.payrelay.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.rabbitmq.RabbitMQContainer;

/** A server in a container of Testcontainers, on a port that it keeps over restarts. */
record ContainerSource(Kind kind, GenericContainer<?> container, Map<String, String> environment)
    implements ServerSource {

  private static final String PASSWORD = "payrelay-test";
  private static final String HOST = "127.0.0.1";

  static ContainerSource start(Kind kind) {
    int port = freePort();
    return switch (kind) {
      case RABBITMQ -> {
        var rabbit =
            new RabbitMQContainer("rabbitmq:4.1")
                .withAdminUser("payrelay")
                .withAdminPassword(PASSWORD);
        yield started(
            kind,
            rabbit,
            port + ":5672",
            Map.of(
                "SPRING_RABBITMQ_HOST",
                HOST,
                "SPRING_RABBITMQ_PORT",
                String.valueOf(port),
                "SPRING_RABBITMQ_USERNAME",
                "payrelay",
                "SPRING_RABBITMQ_PASSWORD",
                PASSWORD));
      }
      case POSTGRES -> {
        var postgres =
            new PostgreSQLContainer("postgres:17")
                .withDatabaseName("payrelay")
                .withUsername("payrelay")
                .withPassword(PASSWORD);
        yield started(
            kind,
            postgres,
            port + ":5432",
            Map.of(
                "SPRING_DATASOURCE_URL",
                "jdbc:postgresql://%s:%d/payrelay".formatted(HOST, port),
                "SPRING_DATASOURCE_USERNAME",
                "payrelay",
                "SPRING_DATASOURCE_PASSWORD",
                PASSWORD));
      }
      case REDIS -> {
        var redis =
            new GenericContainer<>("redis:7.4")
                .withExposedPorts(6379)
                .withCommand("redis-server", "--requirepass", PASSWORD, "--save", "");
        yield started(
            kind,
            redis,
            port + ":6379",
            Map.of(
                "SPRING_DATA_REDIS_HOST", HOST,
                "SPRING_DATA_REDIS_PORT", String.valueOf(port),
                "SPRING_DATA_REDIS_PASSWORD", PASSWORD));
      }
    };
  }

  private static ContainerSource started(
      Kind kind, GenericContainer<?> container, String port, Map<String, String> environment) {
    container.setPortBindings(List.of(HOST + ":" + port));
    container.start();
    return new ContainerSource(kind, container, environment);
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void control(Verb verb) {
    var docker = container.getDockerClient();
    var id = container.getContainerId();
    switch (verb) {
      case STOP -> docker.stopContainerCmd(id).exec();
      case START -> docker.startContainerCmd(id).exec();
      case KILL -> docker.killContainerCmd(id).exec();
      case PAUSE -> docker.pauseContainerCmd(id).exec();
      case RESUME -> docker.unpauseContainerCmd(id).exec();
    }
  }

  @Override
  public String tool(String... arguments) {
    var command =
        new ArrayList<>(
            switch (kind) {
              case RABBITMQ -> List.of("rabbitmqctl");
              case REDIS -> List.of("redis-cli", "-a", PASSWORD, "--no-auth-warning");
              case POSTGRES -> List.of("psql", "-U", "payrelay", "-d", "payrelay");
            });
    command.addAll(Arrays.asList(arguments));
    try {
      var result = container.execInContainer(command.toArray(String[]::new));
      if (result.getExitCode() != 0) {
        throw new IllegalStateException(command + " failed: " + result.getStderr());
      }
      return result.getStdout();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}

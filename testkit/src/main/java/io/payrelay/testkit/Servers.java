package io.payrelay.testkit;

import io.payrelay.testkit.ServerSource.Kind;
import org.springframework.test.context.DynamicPropertyRegistry;

/**
 * Real servers for tests. Each is started at its first use, once per JVM, and ends with the JVM. A
 * server that can't be started is an error with the reason: tests fail then, they never skip.
 */
public final class Servers {

  private Servers() {}

  public static RabbitServer rabbit() {
    return Rabbit.SERVER;
  }

  public static RedisServer redis() {
    return Redis.SERVER;
  }

  public static PostgresServer postgres() {
    return Postgres.SERVER;
  }

  /** Gives a Spring test class a virtual host, a Redis database and a PostgreSQL database. */
  public static void springProperties(DynamicPropertyRegistry registry) {
    rabbitProperties(registry, rabbit().newVirtualHost());
    redisProperties(registry);
    postgresProperties(registry, postgres().newDatabase());
  }

  /** Points {@code spring.rabbitmq} at a virtual host. */
  public static void rabbitProperties(DynamicPropertyRegistry registry, String virtualHost) {
    var rabbit = rabbit();
    registry.add("spring.rabbitmq.host", rabbit::host);
    registry.add("spring.rabbitmq.port", rabbit::port);
    registry.add("spring.rabbitmq.username", rabbit::username);
    registry.add("spring.rabbitmq.password", rabbit::password);
    registry.add("spring.rabbitmq.virtual-host", () -> virtualHost);
  }

  /** Points {@code spring.data.redis} at an empty database of its own. */
  public static void redisProperties(DynamicPropertyRegistry registry) {
    var redis = redis();
    int database = redis.newDatabase();
    registry.add("spring.data.redis.host", redis::host);
    registry.add("spring.data.redis.port", redis::port);
    registry.add("spring.data.redis.password", redis::password);
    registry.add("spring.data.redis.database", () -> database);
  }

  /** Points {@code spring.datasource} at a database. */
  public static void postgresProperties(
      DynamicPropertyRegistry registry, PostgresServer.Database database) {
    registry.add("spring.datasource.url", database::url);
    registry.add("spring.datasource.username", database::username);
    registry.add("spring.datasource.password", database::password);
  }

  // Holders: a server starts when its holder is first touched, and only then.

  private static final class Rabbit {
    static final RabbitServer SERVER = new RabbitServer(ServerSource.open(Kind.RABBITMQ));
  }

  private static final class Redis {
    static final RedisServer SERVER = new RedisServer(ServerSource.open(Kind.REDIS));
  }

  private static final class Postgres {
    static final PostgresServer SERVER = new PostgresServer(ServerSource.open(Kind.POSTGRES));
  }
}

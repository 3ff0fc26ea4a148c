package io.payrelay.testkit;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A real Redis. */
public final class RedisServer extends RealServer {

  /** Redis has sixteen numbered databases unless told otherwise. */
  private static final int DATABASES = 16;

  private final Address address;
  private final AtomicInteger databases = new AtomicInteger();

  RedisServer(ServerSource source) {
    super(source);
    this.address = new Address(source.environment(), "SPRING_DATA_REDIS_");
  }

  public String host() {
    return address.host();
  }

  public int port() {
    return address.port();
  }

  public String password() {
    return address.environment().getOrDefault("SPRING_DATA_REDIS_PASSWORD", "");
  }

  /** The index of a database that is empty now; sixteen test classes have one each. */
  public int newDatabase() {
    int database = databases.getAndIncrement() % DATABASES;
    execute(database, false);
    return database;
  }

  /** Forgets everything in every database. */
  public void flushAll() {
    execute(0, true);
  }

  private void execute(int database, boolean all) {
    try (var client = RedisClient.create(uri(database));
        var connection = client.connect()) {
      if (all) {
        connection.sync().flushall();
      } else {
        connection.sync().flushdb();
      }
    }
  }

  /** For a client of the test's own. */
  public RedisURI uri(int database) {
    var uri = RedisURI.builder().withHost(host()).withPort(port()).withDatabase(database);
    if (!password().isEmpty()) {
      uri.withPassword(password().toCharArray());
    }
    return uri.withTimeout(Duration.ofSeconds(5)).build();
  }
}

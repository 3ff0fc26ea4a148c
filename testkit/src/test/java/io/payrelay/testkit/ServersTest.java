package io.payrelay.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServersTest {

  @Test
  void a_virtual_host_is_empty_and_takes_messages() throws Exception {
    var rabbit = Servers.rabbit();
    var host = rabbit.newVirtualHost();
    try (var connection = rabbit.factory(host).newConnection();
        var channel = connection.createChannel()) {
      channel.queueDeclare("q", true, false, false, Map.of("x-queue-type", "quorum"));
      channel.confirmSelect();
      channel.basicPublish("", "q", null, new byte[] {1});
      channel.waitForConfirmsOrDie(5_000);
      assertThat(channel.messageCount("q")).isEqualTo(1);
    }
    assertThat(rabbit.newVirtualHost()).isNotEqualTo(host);
    assertThat(rabbit.ctl("list_users")).contains("payrelay").doesNotContain("guest");
  }

  @Test
  void a_database_is_empty_and_its_own() throws Exception {
    var one = Servers.postgres().newDatabase();
    var other = Servers.postgres().newDatabase();
    try (var connection = one.connect();
        var statement = connection.createStatement()) {
      statement.execute("create table t (id int)");
    }
    try (var connection = other.connect();
        var statement = connection.createStatement()) {
      statement.execute("create table t (id int)");
    }
  }

  @Test
  void redis_comes_back_empty_on_the_same_port() {
    var redis = Servers.redis();
    int database = redis.newDatabase();
    assertThat(increment(redis, database)).isEqualTo(1);
    assertThat(increment(redis, database)).isEqualTo(2);
    redis.stop();
    redis.start();
    assertThat(increment(redis, database)).isEqualTo(1);
    redis.flushAll();
    assertThat(increment(redis, database)).isEqualTo(1);
  }

  private static long increment(RedisServer redis, int database) {
    try (var client = RedisClient.create(redis.uri(database));
        var connection = client.connect()) {
      return connection.sync().incr("n");
    }
  }
}

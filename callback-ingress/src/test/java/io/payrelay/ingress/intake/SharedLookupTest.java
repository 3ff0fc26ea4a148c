package io.payrelay.ingress.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payrelay.common.redis.AdvisoryRedis;
import io.payrelay.testkit.RedisServer;
import io.payrelay.testkit.Servers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** On a real Redis: callers share round trips, never answers. */
class SharedLookupTest {

  private final RedisServer server = Servers.redis();
  private LettuceConnectionFactory connections;
  private StringRedisTemplate redis;
  private SharedLookup lookup;

  @BeforeEach
  void connect() {
    var where = new RedisStandaloneConfiguration(server.host(), server.port());
    where.setPassword(server.password());
    where.setDatabase(server.newDatabase());
    connections =
        new LettuceConnectionFactory(
            where,
            LettuceClientConfiguration.builder().commandTimeout(Duration.ofSeconds(5)).build());
    connections.afterPropertiesSet();
    connections.start();
    redis = new StringRedisTemplate(connections);
    lookup = new SharedLookup(new AdvisoryRedis(redis, new SimpleMeterRegistry()));
  }

  @AfterEach
  void disconnect() {
    connections.destroy();
  }

  @Test
  void each_of_many_callers_gets_the_values_of_its_own_keys() throws Exception {
    for (int i = 0; i < 500; i += 2) { // every other caller's first key has a value
      redis.opsForValue().set("first:" + i, "value " + i);
    }
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          callers.invokeAll(
              IntStream.range(0, 500)
                  .<Callable<Optional<List<String>>>>mapToObj(
                      i -> () -> lookup.of(List.of("first:" + i, "second:" + i)))
                  .toList());

      for (int i = 0; i < 500; i++) {
        assertThat(answers.get(i).get())
            .contains(Arrays.asList(i % 2 == 0 ? "value " + i : null, null));
      }
    }
  }

  @Test
  void callers_who_come_again_and_again_are_all_answered() throws Exception {
    redis.opsForValue().set("key", "value");
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          callers.invokeAll(
              IntStream.range(0, 64)
                  .<Callable<Integer>>mapToObj(_ -> this::askAgainAndAgain)
                  .toList());

      for (var answer : answers) {
        assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo(200);
      }
    }
  }

  private int askAgainAndAgain() {
    return (int)
        IntStream.range(0, 200)
            .filter(_ -> lookup.of(List.of("key")).equals(Optional.of(List.of("value"))))
            .count();
  }

  @Test
  void with_redis_away_nobody_waits_for_ever() throws Exception {
    connections.destroy();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          callers.invokeAll(
              IntStream.range(0, 200)
                  .<Callable<Optional<List<String>>>>mapToObj(_ -> () -> lookup.of(List.of("a")))
                  .toList());

      for (var answer : answers) {
        assertThat(answer.get(20, TimeUnit.SECONDS)).isEmpty();
      }
    }
  }
}

package io.payrelay.ingress.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.common.redis.AdvisoryRedis;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class MemoryTest {

  private static final CallbackReceived PAID =
      new CallbackReceived(
          "cb_1",
          "hmac",
          "hmac",
          "shop",
          true,
          NoticeKind.PAID,
          "ORDER1",
          "tx-1",
          Money.ofMinor(1, "CNY"),
          null,
          null,
          "digest",
          Instant.EPOCH);

  @Test
  void a_redis_that_never_answers_makes_no_line_of_waiting_callbacks() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var connections = connectionsTo(silent);
      var memory =
          new Memory(
              new AdvisoryRedis(new StringRedisTemplate(connections), new SimpleMeterRegistry()));
      memory.afterSingletonsInstantiated();

      long start = System.nanoTime();
      Callable<Memory.Recall> question = () -> memory.of(PAID);
      for (var answer :
          callers.invokeAll(IntStream.range(0, 100).mapToObj(_ -> question).toList())) {
        assertThat(answer.get()).isEqualTo(Memory.Recall.NOTHING);
      }

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
      connections.destroy();
    }
  }

  private static LettuceConnectionFactory connectionsTo(ServerSocket server) {
    var connections =
        new LettuceConnectionFactory(
            new RedisStandaloneConfiguration(
                server.getInetAddress().getHostAddress(), server.getLocalPort()),
            LettuceClientConfiguration.builder()
                .commandTimeout(Duration.ofMillis(250))
                .shutdownTimeout(Duration.ZERO)
                .clientOptions(
                    ClientOptions.builder()
                        .socketOptions(
                            SocketOptions.builder().connectTimeout(Duration.ofMillis(500)).build())
                        .build())
                .build());
    connections.afterPropertiesSet();
    connections.start();
    return connections;
  }
}

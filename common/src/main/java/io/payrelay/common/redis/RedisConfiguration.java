package io.payrelay.common.redis;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientConfigurationBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Redis as an adviser: short timeouts, no queueing while disconnected. Import it. */
@Configuration(proxyBeanMethods = false)
public class RedisConfiguration {

  private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(250);
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);

  @Bean
  LettuceClientConfigurationBuilderCustomizer shortRedisTimeout() {
    return client -> client.commandTimeout(COMMAND_TIMEOUT);
  }

  @Bean
  LettuceClientOptionsBuilderCustomizer rejectWhileDisconnected() {
    return options ->
        options
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .protocolVersion(ProtocolVersion.RESP3)
            .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build());
  }

  @Bean
  AdvisoryRedis advisoryRedis(StringRedisTemplate redis, MeterRegistry meters) {
    return new AdvisoryRedis(redis, meters);
  }
}

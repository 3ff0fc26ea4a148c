package io.payrelay.sandbox.bench;

import com.rabbitmq.client.ConnectionFactory;
import io.payrelay.sandbox.stack.UsageException;
import java.util.Map;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** Where broker and Redis are, by Spring's own variables. */
record ServersInEnvironment(Map<String, String> environment) {

  ConnectionFactory rabbitmq() {
    var factory = new ConnectionFactory();
    factory.setHost(value("SPRING_RABBITMQ_HOST"));
    factory.setPort(Integer.parseInt(value("SPRING_RABBITMQ_PORT")));
    factory.setUsername(value("SPRING_RABBITMQ_USERNAME"));
    factory.setPassword(value("SPRING_RABBITMQ_PASSWORD"));
    return factory;
  }

  RedisStandaloneConfiguration redis() {
    var server =
        new RedisStandaloneConfiguration(
            value("SPRING_DATA_REDIS_HOST"), Integer.parseInt(value("SPRING_DATA_REDIS_PORT")));
    server.setPassword(value("SPRING_DATA_REDIS_PASSWORD"));
    return server;
  }

  private String value(String name) {
    var value = environment.get(name);
    if (value == null) {
      throw new UsageException(name + " is not set: start this by ./payrelay bench ingress");
    }
    return value;
  }
}

package io.payrelay.ingress;

import io.payrelay.common.broker.BrokerConfiguration;
import io.payrelay.common.redis.RedisConfiguration;
import io.payrelay.common.web.ErrorPage;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The service that the payment channels call. */
@SpringBootApplication(proxyBeanMethods = false)
@Import({BrokerConfiguration.class, RedisConfiguration.class, ErrorPage.class})
public class CallbackIngress {

  public static void main(String[] args) {
    SpringApplication.run(CallbackIngress.class, args);
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }
}

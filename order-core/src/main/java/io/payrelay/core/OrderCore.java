package io.payrelay.core;

import io.payrelay.common.broker.BrokerConfiguration;
import io.payrelay.common.id.Ids;
import io.payrelay.common.redis.RedisConfiguration;
import io.payrelay.common.security.ServiceSecurityConfiguration;
import io.payrelay.common.web.ErrorPage;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Starts order-core: merchants, orders, settlement, ledger, cases, outbox. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import({
  BrokerConfiguration.class,
  RedisConfiguration.class,
  ServiceSecurityConfiguration.class,
  ErrorPage.class
})
public class OrderCore {

  /** The name by which the other services know this one. */
  public static final String NAME = "order-core";

  public static void main(String[] args) {
    SpringApplication.run(OrderCore.class, args);
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  Ids ids(Clock clock) {
    return new Ids(clock);
  }
}

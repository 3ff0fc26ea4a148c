package io.payrelay.ops;

import io.payrelay.common.broker.BrokerConfiguration;
import io.payrelay.common.id.Ids;
import io.payrelay.common.security.ServiceSecurityConfiguration;
import io.payrelay.common.web.ErrorPage;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts ops-console. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
@Import({BrokerConfiguration.class, ServiceSecurityConfiguration.class, ErrorPage.class})
public class OpsConsole {

  public static void main(String[] args) {
    SpringApplication.run(OpsConsole.class, args);
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

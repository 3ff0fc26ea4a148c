package io.payrelay.notify;

import io.payrelay.common.broker.BrokerConfiguration;
import io.payrelay.common.broker.Topology;
import io.payrelay.common.id.Ids;
import io.payrelay.common.security.ServiceSecurityConfiguration;
import io.payrelay.common.web.ErrorPage;
import io.payrelay.notify.config.NotifySettings;
import io.payrelay.notify.plan.RetryPlans;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Delivers signed notifications to the merchants. */
@SpringBootApplication
@EnableScheduling
@EnableConfigurationProperties(NotifySettings.class)
@Import({BrokerConfiguration.class, ServiceSecurityConfiguration.class, ErrorPage.class})
public class NotifyWorker {

  /** Starts the service. */
  public static void main(String[] args) {
    SpringApplication.run(NotifyWorker.class, args);
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  Ids ids(Clock clock) {
    return new Ids(clock);
  }

  @Bean
  Topology topology(RetryPlans plans) {
    return Topology.withNotifyTiers(plans.tiers());
  }
}

package io.payrelay.ingress.intake;

import io.payrelay.common.redis.AdvisoryRedis;
import io.payrelay.ingress.account.Accounts;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IngressSettings.class)
class IntakeConfiguration {

  @Bean
  ServletRegistrationBean<CallbackServlet> callbackServlet(
      Accounts accounts, Intake intake, IngressSettings settings, Telemetry telemetry) {
    var servlet = new CallbackServlet(accounts, intake, settings, telemetry);
    return new ServletRegistrationBean<>(servlet, CallbackServlet.PATH);
  }

  /** Asks a sender to go on ("100 Continue") only once we read: what is refused is never sent. */
  @Bean
  TomcatConnectorCustomizer continueWhenReading() {
    return connector -> {
      if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
        http.setContinueResponseTiming(ContinueResponseTiming.ON_REQUEST_BODY_READ.toString());
      }
    };
  }

  /** Up even when Redis is away: callbacks are slower then, not wrong. */
  @Bean
  HealthIndicator shortCutHealthIndicator(AdvisoryRedis redis) {
    return () ->
        Health.up().withDetail("redis", redis.isUp() ? "there" : "away: slower, not wrong").build();
  }
}

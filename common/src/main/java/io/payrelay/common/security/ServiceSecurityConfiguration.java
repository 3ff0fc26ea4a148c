package io.payrelay.common.security;

import io.payrelay.common.web.BodyLimitFilter;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * Guards {@code /internal/*}, bounds every body, and issues this service's own tokens. Import it;
 * needs a Clock.
 */
@Configuration(proxyBeanMethods = false)
public class ServiceSecurityConfiguration {

  @Bean
  ServiceTokens serviceTokens(@Value("${payrelay.service-key:}") String key, Clock clock) {
    return new ServiceTokens(key, clock);
  }

  @Bean
  FilterRegistrationBean<BodyLimitFilter> bodyLimitFilter() {
    var registration = new FilterRegistrationBean<>(new BodyLimitFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }

  @Bean
  FilterRegistrationBean<ServiceAuthFilter> serviceAuthFilter(
      ServiceTokens tokens, @Value("${spring.application.name}") String self) {
    var registration = new FilterRegistrationBean<>(new ServiceAuthFilter(tokens, self));
    registration.addUrlPatterns("/internal/*");
    return registration;
  }
}

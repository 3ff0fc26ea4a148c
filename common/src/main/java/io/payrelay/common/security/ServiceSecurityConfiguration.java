package io.payrelay.common.security;

import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Guards {@code /internal/*} and issues this service's own tokens. Import it; needs a Clock. */
@Configuration(proxyBeanMethods = false)
public class ServiceSecurityConfiguration {

  @Bean
  ServiceTokens serviceTokens(@Value("${payrelay.service-key:}") String key, Clock clock) {
    return new ServiceTokens(key, clock);
  }

  @Bean
  FilterRegistrationBean<ServiceAuthFilter> serviceAuthFilter(
      ServiceTokens tokens, @Value("${spring.application.name}") String self) {
    var registration = new FilterRegistrationBean<>(new ServiceAuthFilter(tokens, self));
    registration.addUrlPatterns("/internal/*");
    return registration;
  }
}

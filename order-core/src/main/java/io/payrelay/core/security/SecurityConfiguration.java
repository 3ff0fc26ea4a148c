package io.payrelay.core.security;

import io.payrelay.common.web.ProblemException;
import io.payrelay.core.merchant.ApiKeys;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Three doors: the actuator on its own loopback port, our services, and merchants. No sessions. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

  private final HandlerExceptionResolver problems;

  SecurityConfiguration(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
    this.problems = problems;
  }

  /** Nobody logs in by password; without this bean Spring would make up a user and log it. */
  @Bean
  AuthenticationManager noPasswordLogin() {
    return authentication -> {
      throw new AuthenticationServiceException("there is no password login");
    };
  }

  /** Matches only on the management port, which listens on loopback. */
  @Bean
  @Order(1)
  SecurityFilterChain actuatorDoor(HttpSecurity http) {
    return stateless(http)
        .securityMatcher(EndpointRequest.toAnyEndpoint())
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .build();
  }

  /** The service token is checked by the filter that guards {@code /internal/*}. */
  @Bean
  @Order(2)
  SecurityFilterChain internalDoor(HttpSecurity http) {
    return stateless(http)
        .securityMatcher("/internal/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .build();
  }

  @Bean
  @Order(3)
  SecurityFilterChain merchantDoor(HttpSecurity http, ApiKeys keys) {
    return stateless(http)
        .addFilterBefore(new ApiKeyFilter(keys, problems), AuthorizationFilter.class)
        .authorizeHttpRequests(
            requests ->
                requests
                    .dispatcherTypeMatchers(DispatcherType.ERROR)
                    .permitAll()
                    .requestMatchers("/v3/api-docs", "/v3/api-docs.yaml")
                    .permitAll()
                    .requestMatchers("/v1/**")
                    .authenticated()
                    .anyRequest()
                    .denyAll())
        .exceptionHandling(
            answers ->
                answers
                    .authenticationEntryPoint(
                        (request, response, _) -> {
                          response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
                          problems.resolveException(request, response, null, unauthenticated());
                        })
                    .accessDeniedHandler(
                        (request, response, _) ->
                            problems.resolveException(request, response, null, forbidden())))
        .build();
  }

  private static HttpSecurity stateless(HttpSecurity http) {
    return http.sessionManagement(
            session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .csrf(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .formLogin(AbstractHttpConfigurer::disable)
        .httpBasic(AbstractHttpConfigurer::disable);
  }

  private static ProblemException unauthenticated() {
    return new ProblemException(
        HttpStatus.UNAUTHORIZED,
        "unauthenticated",
        "a valid API key is needed: send 'Authorization: Bearer prk_…'");
  }

  private static ProblemException forbidden() {
    return new ProblemException(HttpStatus.FORBIDDEN, "forbidden", "nothing here is for merchants");
  }
}

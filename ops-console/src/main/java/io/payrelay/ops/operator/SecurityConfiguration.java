package io.payrelay.ops.operator;

import io.payrelay.common.web.Problem;
import jakarta.servlet.DispatcherType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.intercept.AuthorizationFilter;

/**
 * Who gets in: operators to {@code /api}, our own services to {@code /internal} (guarded by
 * common's filter), anybody to the actuator, which listens on the loopback only. Nothing else
 * exists.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

  @Bean
  SecurityFilterChain operatorsOnly(HttpSecurity http, Operators operators, ProblemWriter problems)
      throws Exception {
    return http
        // No cookie carries the token, so no other site can send it: nothing to forge.
        .csrf(AbstractHttpConfigurer::disable)
        .sessionManagement(
            session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .requestCache(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .addFilterBefore(new OperatorTokenFilter(operators, problems), AuthorizationFilter.class)
        .exceptionHandling(
            errors ->
                errors
                    .authenticationEntryPoint(unauthenticated(problems))
                    .accessDeniedHandler(forbidden(problems)))
        .authorizeHttpRequests(
            requests ->
                requests
                    .dispatcherTypeMatchers(DispatcherType.ERROR)
                    .permitAll()
                    .requestMatchers("/internal/**", "/actuator/**")
                    .permitAll()
                    .requestMatchers("/api/**")
                    .hasRole("OPERATOR")
                    .anyRequest()
                    .denyAll())
        .build();
  }

  private static AuthenticationEntryPoint unauthenticated(ProblemWriter problems) {
    return (_, response, _) -> {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      problems.write(
          response,
          Problem.of(
              HttpStatus.UNAUTHORIZED,
              "unauthenticated",
              "an operator's token is needed: Authorization: Bearer op_…"));
    };
  }

  private static AccessDeniedHandler forbidden(ProblemWriter problems) {
    return (_, response, _) ->
        problems.write(
            response,
            Problem.of(HttpStatus.FORBIDDEN, "forbidden", "this is not open to operators"));
  }
}

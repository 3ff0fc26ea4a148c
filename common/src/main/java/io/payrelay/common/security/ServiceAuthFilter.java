package io.payrelay.common.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets only our own services in. */
final class ServiceAuthFilter extends OncePerRequestFilter {

  private static final String BEARER = "Bearer ";

  private final ServiceTokens tokens;
  private final String self;

  ServiceAuthFilter(ServiceTokens tokens, String self) {
    this.tokens = tokens;
    this.self = self;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header != null
        && header.startsWith(BEARER)
        && tokens.verify(header.substring(BEARER.length()), self).isPresent()) {
      chain.doFilter(request, response);
      return;
    }
    response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
    response.setContentType("application/problem+json");
    response
        .getOutputStream()
        .write(
            """
            {"type":"https://payrelay.io/problems/unauthenticated","title":"Unauthorized","status":401,\
            "detail":"a service token for %s is needed","code":"unauthenticated"}"""
                .formatted(self)
                .getBytes(StandardCharsets.UTF_8));
  }
}

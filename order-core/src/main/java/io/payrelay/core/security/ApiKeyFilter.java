package io.payrelay.core.security;

import io.payrelay.core.merchant.ApiKeys;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.transaction.TransactionException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Turns a valid bearer API key into the merchant as the request's principal. A request without one
 * goes on as nobody's, and is refused where a merchant is needed.
 */
final class ApiKeyFilter extends OncePerRequestFilter {

  private static final String BEARER = "Bearer ";

  private final ApiKeys keys;
  private final HandlerExceptionResolver problems;

  ApiKeyFilter(ApiKeys keys, HandlerExceptionResolver problems) {
    this.keys = keys;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      authenticate(request);
    } catch (DataAccessException | TransactionException e) {
      problems.resolveException(request, response, null, e);
      return;
    }
    chain.doFilter(request, response);
  }

  private void authenticate(HttpServletRequest request) {
    var header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return;
    }
    keys.merchantOf(header.substring(BEARER.length()).trim())
        .ifPresent(
            merchantNo -> {
              var context = SecurityContextHolder.createEmptyContext();
              // no credentials: the key is not kept for the rest of the request
              context.setAuthentication(
                  new PreAuthenticatedAuthenticationToken(merchantNo, "", List.of()));
              SecurityContextHolder.setContext(context);
            });
  }
}

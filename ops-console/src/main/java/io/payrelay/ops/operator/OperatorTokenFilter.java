package io.payrelay.ops.operator;

import io.payrelay.common.web.Problem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Turns an operator's bearer token into the request's principal. Lets the rest through unknown. */
final class OperatorTokenFilter extends OncePerRequestFilter {

  private static final Logger log = LoggerFactory.getLogger(OperatorTokenFilter.class);

  private final Operators operators;
  private final ProblemWriter problems;

  OperatorTokenFilter(Operators operators, ProblemWriter problems) {
    this.operators = operators;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var header = request.getHeader(HttpHeaders.AUTHORIZATION);
    var token = header == null ? null : OperatorToken.read(header);
    if (token != null) {
      try {
        operators.loginOf(token).ifPresent(OperatorTokenFilter::authenticate);
      } catch (DataAccessException e) {
        log.warn("operator.login error={}", e.toString());
        problems.write(
            response,
            Problem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "store-unavailable",
                "the store does not answer, so your token can't be checked; try again in a moment"));
        return;
      }
    }
    chain.doFilter(request, response);
  }

  private static void authenticate(String login) {
    var context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(
        UsernamePasswordAuthenticationToken.authenticated(
            login, null, List.of(new SimpleGrantedAuthority("ROLE_OPERATOR"))));
    SecurityContextHolder.setContext(context);
  }
}

package io.payrelay.core.web;

import io.payrelay.common.trace.TraceParent;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Continues the caller's trace, so that each log line of the request carries its id. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class TraceFilter extends OncePerRequestFilter {

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var trace = TraceParent.continueOrBegin(request.getHeader(TraceParent.HEADER));
    try (var _ = MDC.putCloseable(TraceParent.LOG_KEY, trace.traceId());
        var _ = MDC.putCloseable(TraceParent.HEADER, trace.header())) {
      chain.doFilter(request, response);
    }
  }
}

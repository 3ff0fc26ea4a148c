package io.payrelay.common.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that none of our APIs needs, before anything reads them into memory: what says its
 * length with 413, what doesn't by breaking off at the limit.
 */
public final class BodyLimitFilter extends OncePerRequestFilter {

  private static final int LIMIT = 64 * 1024;

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getContentLengthLong() <= LIMIT) {
      chain.doFilter(new LimitedRequest(request), response);
      return;
    }
    response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
    response.setContentType("application/problem+json");
    response
        .getOutputStream()
        .write(
            """
            {"type":"https://payrelay.io/problems/body-too-large","title":"Content Too Large","status":413,\
            "detail":"a body may have at most %d bytes","code":"body-too-large"}"""
                .formatted(LIMIT)
                .getBytes(StandardCharsets.UTF_8));
  }

  private static final class LimitedRequest extends HttpServletRequestWrapper {

    LimitedRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new LimitedStream(super.getInputStream());
    }
  }

  private static final class LimitedStream extends ServletInputStream {

    private final ServletInputStream stream;
    private long count;

    LimitedStream(ServletInputStream stream) {
      this.stream = stream;
    }

    @Override
    public int read() throws IOException {
      int one = stream.read();
      count(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      int some = stream.read(into, from, most);
      count(Math.max(some, 0));
      return some;
    }

    private void count(int more) throws IOException {
      count += more;
      if (count > LIMIT) {
        throw new IOException("the body has more than " + LIMIT + " bytes");
      }
    }

    @Override
    public boolean isFinished() {
      return stream.isFinished();
    }

    @Override
    public boolean isReady() {
      return stream.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      stream.setReadListener(listener);
    }
  }
}

package io.payrelay.common.web;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Problem details (RFC 9457) with a stable {@code code} that clients may rely on. */
public final class Problem {

  private Problem() {}

  /** The code of an error that says no more than its status: {@code not-found}. */
  public static String code(HttpStatus status) {
    return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A problem that clients can tell by its code.
   *
   * @param code stable, lower case with hyphens, such as {@code order-not-found}
   * @param detail what is wrong and what to do next; shown to people, so free of secrets
   */
  public static ProblemDetail of(HttpStatus status, String code, String detail) {
    var problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create("https://payrelay.io/problems/" + code));
    problem.setTitle(status.getReasonPhrase());
    problem.setProperty("code", code);
    return problem;
  }
}

package io.payrelay.core.web;

import io.payrelay.common.web.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Ends a request with 400 {@code invalid-request}, naming each field that is wrong. */
public final class InvalidRequestException extends ErrorResponseException {

  private static final long serialVersionUID = 1L;

  public InvalidRequestException(String field, String message) {
    super(HttpStatus.BAD_REQUEST, problem(List.of(new FieldError(field, message))), null);
  }

  static ProblemDetail problem(List<FieldError> errors) {
    var detail =
        errors.stream()
            .map(error -> error.field() + " " + error.message())
            .collect(Collectors.joining("; "));
    var problem = Problem.of(HttpStatus.BAD_REQUEST, "invalid-request", detail);
    problem.setProperty("errors", errors);
    return problem;
  }
}

package io.payrelay.ops;

import io.payrelay.common.web.Problem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every error of the API is a problem detail with a code. */
@RestControllerAdvice
class ApiProblems extends ResponseEntityExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ApiProblems.class);

  @ExceptionHandler({DataAccessException.class, TransactionException.class})
  ProblemDetail onDatabaseTrouble(RuntimeException e) {
    log.warn("api.database error={}", e.toString());
    return Problem.of(
        HttpStatus.SERVICE_UNAVAILABLE,
        "store-unavailable",
        "the store does not answer; nothing is lost, try again in a moment");
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    var response = super.handleExceptionInternal(e, body, headers, status, request);
    if (response != null && response.getBody() instanceof ProblemDetail problem) {
      var properties = problem.getProperties();
      if (properties == null || !properties.containsKey("code")) {
        problem.setProperty("code", codeOf(status));
      }
    }
    return response;
  }

  private static String codeOf(HttpStatusCode status) {
    var known = HttpStatus.resolve(status.value());
    return known == null ? "error" : Problem.code(known);
  }
}

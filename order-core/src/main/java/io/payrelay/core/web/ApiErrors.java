package io.payrelay.core.web;

import io.payrelay.common.web.Problem;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every failure into a problem with a {@code code}. Stack traces stay here. */
@RestControllerAdvice
class ApiErrors extends ResponseEntityExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ApiErrors.class);

  /** The database is away, or too busy to give a connection in time. */
  @ExceptionHandler({DataAccessException.class, TransactionException.class})
  ResponseEntity<ProblemDetail> databaseAway(Exception e) {
    log.error(
        "database.unavailable error=\"{}\"",
        NestedExceptionUtils.getMostSpecificCause(e).toString());
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(
            Problem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "unavailable",
                "order-core can't reach its books right now: repeat the same request"));
  }

  /** Also a statement that the database answered with a refusal: it is there, and we are wrong. */
  @ExceptionHandler({
    Exception.class,
    DataIntegrityViolationException.class,
    InvalidDataAccessApiUsageException.class,
    InvalidDataAccessResourceUsageException.class
  })
  ResponseEntity<ProblemDetail> bug(Exception e) {
    log.error("request.failed", e);
    return ResponseEntity.internalServerError()
        .body(
            Problem.of(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal-error",
                "something broke on our side: repeat the same request, or tell us the time of it"));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    var errors =
        e.getFieldErrors().stream()
            .map(
                error ->
                    new FieldError(error.getField(), String.valueOf(error.getDefaultMessage())))
            .sorted(Comparator.comparing(FieldError::field).thenComparing(FieldError::message))
            .toList();
    return handleExceptionInternal(
        e, InvalidRequestException.problem(errors), headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return handleExceptionInternal(
        e, UnreadableJson.explain(e.getCause()), headers, status, request);
  }

  /** Spring's own problems (404, 405, 406, 415, …) get a code too. */
  @Override
  protected ResponseEntity<Object> createResponseEntity(
      @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    if (body instanceof ProblemDetail problem
        && (problem.getProperties() == null || !problem.getProperties().containsKey("code"))) {
      var known = HttpStatus.valueOf(status.value());
      return super.createResponseEntity(
          Problem.of(known, Problem.code(known), detail(problem)), headers, status, request);
    }
    return super.createResponseEntity(body, headers, status, request);
  }

  private static String detail(ProblemDetail problem) {
    return problem.getDetail() == null ? "this request can't be served" : problem.getDetail();
  }
}

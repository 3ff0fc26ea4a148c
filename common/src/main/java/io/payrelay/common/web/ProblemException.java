package io.payrelay.common.web;

import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** Ends a request with a problem detail. */
public final class ProblemException extends ErrorResponseException {

  private static final long serialVersionUID = 1L;

  public ProblemException(HttpStatus status, String code, String detail) {
    super(status, Problem.of(status, code, detail), null);
  }
}

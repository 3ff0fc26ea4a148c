package io.payrelay.common.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The last word on requests that never reached a controller, such as ones the firewall refused. */
@RestController
public class ErrorPage implements ErrorController {

  @RequestMapping("/error")
  ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
    var status = status(request);
    return ResponseEntity.status(status)
        .body(Problem.of(status, Problem.code(status), "this request can't be served"));
  }

  /** Whoever asks for the page itself finds nothing: no error led there. */
  private static HttpStatus status(HttpServletRequest request) {
    var code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    var known = code instanceof Integer number ? HttpStatus.resolve(number) : null;
    return known == null ? HttpStatus.NOT_FOUND : known;
  }
}

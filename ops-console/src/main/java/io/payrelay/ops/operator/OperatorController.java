package io.payrelay.ops.operator;

import io.payrelay.common.security.ServiceTokens;
import io.payrelay.common.web.ProblemException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Creates operators, for our own services and the launcher only. */
@RestController
class OperatorController {

  private static final Pattern LOGIN = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,63}");
  private static final int BEARER = "Bearer ".length();

  private final Operators operators;
  private final ServiceTokens services;
  private final String self;

  OperatorController(
      Operators operators,
      ServiceTokens services,
      @Value("${spring.application.name}") String self) {
    this.operators = operators;
    this.services = services;
    this.self = self;
  }

  /**
   * A request for an operator.
   *
   * @param replace whether a login that exists gets a new token; the old one ends at once then
   */
  record NewOperator(@Nullable String login, @Nullable Boolean replace) {}

  /** The token is shown this once. */
  record Created(String login, String token) {}

  @PostMapping("/internal/operators")
  @ResponseStatus(HttpStatus.CREATED)
  Created create(
      @RequestBody NewOperator request,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String authorization) {
    var login = request.login();
    if (login == null || !LOGIN.matcher(login).matches()) {
      throw new ProblemException(
          HttpStatus.BAD_REQUEST,
          "bad-login",
          "login must be 1 to 64 of a-z, 0-9 and . _ @ - and begin with a letter or digit");
    }
    // The filter has let only our services in; this only reads which one it was.
    var caller = services.verify(authorization.substring(BEARER), self).orElse("unknown");
    var token = operators.create(login, caller);
    if (token.isEmpty() && Boolean.TRUE.equals(request.replace())) {
      token = operators.replaceToken(login, caller);
    }
    return token
        .map(made -> new Created(login, made.text()))
        .orElseThrow(
            () ->
                new ProblemException(
                    HttpStatus.CONFLICT,
                    "operator-exists",
                    "there is an operator "
                        + login
                        + " already; send \"replace\": true to give it a new token"));
  }
}

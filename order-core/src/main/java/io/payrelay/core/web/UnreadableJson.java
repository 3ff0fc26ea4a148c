package io.payrelay.core.web;

import io.payrelay.common.web.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says in plain words why a body could not be read, without the names of our classes. */
final class UnreadableJson {

  private UnreadableJson() {}

  static ProblemDetail explain(@Nullable Throwable cause) {
    return switch (cause) {
      case UnrecognizedPropertyException unknown ->
          named(unknown, "is not known here; " + known(unknown));
      case MismatchedInputException wrong when !wrong.getPath().isEmpty() ->
          named(wrong, "must be " + wanted(wrong.getTargetType()));
      case InputCoercionException number when !number.getPath().isEmpty() ->
          named(number, "is out of range");
      case JacksonException malformed when malformed.getLocation() != null ->
          malformed(
              "the body is not the JSON object that is expected here (line %d, column %d)"
                  .formatted(
                      malformed.getLocation().getLineNr(), malformed.getLocation().getColumnNr()));
      case null, default -> malformed("a JSON object is expected as the body");
    };
  }

  private static ProblemDetail named(JacksonException error, String message) {
    return InvalidRequestException.problem(List.of(new FieldError(path(error), message)));
  }

  private static ProblemDetail malformed(String detail) {
    return Problem.of(HttpStatus.BAD_REQUEST, "malformed-json", detail);
  }

  private static String path(JacksonException error) {
    return error.getPath().stream()
        .map(step -> step.getPropertyName() == null ? "[]" : shorten(step.getPropertyName()))
        .collect(Collectors.joining("."));
  }

  private static String known(UnrecognizedPropertyException unknown) {
    return unknown.getKnownPropertyIds().stream()
        .map(String::valueOf)
        .sorted()
        .collect(Collectors.joining(", ", "known are ", ""));
  }

  private static String wanted(@Nullable Class<?> type) {
    if (type == String.class) {
      return "a string";
    }
    return type == Long.class
        ? "a whole number of minor units, without quotes, decimals or exponent: 59900 for 599.00"
        : "of another JSON type";
  }

  private static String shorten(String name) {
    return name.length() <= 64 ? name : name.substring(0, 64) + "…";
  }
}

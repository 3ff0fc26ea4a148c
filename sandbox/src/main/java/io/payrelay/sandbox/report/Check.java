package io.payrelay.sandbox.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was checked.
 *
 * @param sample of what is wrong, for a person
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Check(
    String name, boolean ok, Object expected, Object actual, @Nullable String sample) {

  /** Holds if both are the same. */
  public static Check equal(String name, Object expected, Object actual) {
    return new Check(name, expected.equals(actual), expected, actual, null);
  }

  /** Holds as the caller says. */
  public static Check that(boolean holds, String name, Object expected, Object actual) {
    return new Check(name, holds, expected, actual, null);
  }
}

package io.payrelay.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that the tests run in. */
final class Checkout {

  private Checkout() {}

  /** The directory that holds {@code deploy/stack}, at or above the working directory. */
  static Path root() {
    var start = Path.of("").toAbsolutePath();
    for (var at = start; at != null; at = at.getParent()) {
      if (Files.isExecutable(at.resolve("deploy/stack"))) {
        return at;
      }
    }
    throw new IllegalStateException(
        "no deploy/stack at or above " + start + ": run the tests inside the checkout");
  }
}

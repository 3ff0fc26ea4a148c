package io.payrelay.testkit;

import java.util.Map;

/** Reads one server's part of Spring's environment variables. */
record Address(Map<String, String> environment, String prefix) {

  String host() {
    return value("HOST");
  }

  int port() {
    return Integer.parseInt(value("PORT"));
  }

  String value(String name) {
    var value = environment.get(prefix + name);
    if (value == null || value.isBlank()) {
      throw new IllegalStateException(prefix + name + " is missing");
    }
    return value;
  }
}

package io.payrelay.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A request as it came in.
 *
 * @param headers by lower-case name
 * @param connection counts the receiver's connections from 1: equal numbers mean a reused one
 */
public record ReceivedRequest(
    String method, String target, Map<String, String> headers, byte[] body, int connection) {

  public ReceivedRequest {
    headers = Map.copyOf(headers);
  }

  public Optional<String> header(String lowerCaseName) {
    return Optional.ofNullable(headers.get(lowerCaseName));
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}

package io.payrelay.ingress.channel;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A callback as it came in. The query string is left out on purpose: it is signed by no channel.
 *
 * @param headers all values by lower-case name, as they were sent
 * @param body exactly the bytes that were sent
 */
public record CallbackRequest(Map<String, List<String>> headers, byte[] body) {

  /** All values of a header; more than one is for the channel to refuse. */
  public List<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }
}

package io.payrelay.common.broker;

import java.util.HashMap;
import java.util.Map;

/** The headers that RabbitMQ adds to a message it has dead-lettered or delivered again. */
public final class BrokerHistory {

  private BrokerHistory() {}

  /**
   * The headers without the broker's own. RabbitMQ 3.10 can lose a message that is published again
   * with {@code x-death}; counts of attempts live in our own headers and rows.
   */
  public static Map<String, Object> strip(Map<String, ?> headers) {
    var kept = new HashMap<String, Object>();
    headers.forEach(
        (name, value) -> {
          if (!isBrokers(name) && value != null) {
            kept.put(name, value);
          }
        });
    return kept;
  }

  private static boolean isBrokers(String header) {
    return header.startsWith("x-death")
        || header.startsWith("x-first-death-")
        || header.startsWith("x-last-death-")
        || header.equals("x-delivery-count")
        || header.equals("x-acquired-count");
  }
}

package io.payrelay.sandbox.channel;

import java.util.Map;

/** A callback as it goes over the wire. */
public record SignedCallback(Map<String, String> headers, byte[] body) {

  public SignedCallback {
    headers = Map.copyOf(headers);
  }
}

package io.payrelay.notify.endpoint;

import io.payrelay.notify.http.AckRule;

/** Where and how a merchant is told. */
public record Endpoint(
    String endpointId,
    String merchantNo,
    String url,
    String plan,
    AckRule ackRule,
    String secretEncrypted) {

  /** Without the secret, although it is encrypted. */
  @Override
  public String toString() {
    return "Endpoint[" + endpointId + " of " + merchantNo + "]";
  }
}

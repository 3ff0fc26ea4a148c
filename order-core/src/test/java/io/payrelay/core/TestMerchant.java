package io.payrelay.core;

import java.util.Map;

/** A merchant of a test, with its client. */
public record TestMerchant(String merchantNo, String apiKey, String account, Api api) {

  /** An order of 599.00 CNY; its number. */
  public String order(String merchantOrderNo) {
    return api.post(
            "/v1/orders",
            Map.of("merchantOrderNo", merchantOrderNo, "amount", 59900, "currency", "CNY"))
        .expect(201)
        .text("orderNo");
  }

  /** Starts paying through the merchant's own account. */
  public Api.Answer pay(String orderNo) {
    return api.post(
        "/v1/orders/" + orderNo + "/pay", Map.of("channel", "hmac", "account", account));
  }
}

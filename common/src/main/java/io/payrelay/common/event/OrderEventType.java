package io.payrelay.common.event;

import java.util.Arrays;
import java.util.Optional;

/** What a merchant can be told about an order. */
public enum OrderEventType {
  PAYMENT_SUCCEEDED("payment.succeeded"),
  PAYMENT_FAILED("payment.failed"),
  PAYMENT_CLOSED("payment.closed"),
  PAYMENT_CREDITED("payment.credited");

  private final String wireName;

  OrderEventType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static Optional<OrderEventType> ofWireName(String wireName) {
    return Arrays.stream(values()).filter(type -> type.wireName.equals(wireName)).findFirst();
  }
}

package io.payrelay.sandbox.channel;

import io.payrelay.common.money.Money;
import java.time.Instant;

/** What a channel has to say about one payment. */
public record Notice(
    String eventId,
    String orderNo,
    String transactionId,
    Money amount,
    Status status,
    Instant paidAt) {

  /** How the payment ended at the channel. */
  public enum Status {
    SUCCESS,
    FAIL,
    CLOSED
  }

  /** The order's payment went through. */
  public static Notice paid(String orderNo, String transactionId, Money amount, Instant paidAt) {
    return new Notice(
        "evt-" + transactionId, orderNo, transactionId, amount, Status.SUCCESS, paidAt);
  }
}

package io.payrelay.sandbox.merchant;

import io.payrelay.common.signing.StandardWebhooks.Verification;
import java.time.Instant;

/**
 * One request that a merchant got.
 *
 * @param sequence counts a sink's receipts from 1
 * @param notificationId the {@code webhook-id}; empty if there was none
 * @param eventType from the body, like the order number and amount; empty if unreadable
 * @param status what the merchant answered; 0 if it never did
 */
public record Receipt(
    long sequence,
    String merchant,
    String notificationId,
    Verification signature,
    String eventType,
    String orderNo,
    long amount,
    int status,
    Instant receivedAt) {

  /** Whether the merchant took it for genuine and said so. */
  public boolean isAccepted() {
    return signature == Verification.VALID && status == 200;
  }
}

package io.payrelay.core.receipt;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A receipt as operators see it, without its body.
 *
 * @param passes how often settlement has had the callback in hand
 * @param bodyKept whether the raw body is still there
 */
record ReceiptView(
    String deliveryId,
    String channel,
    String account,
    String orderNo,
    String kind,
    @Nullable String transactionId,
    @Nullable String refundId,
    @Nullable Long amount,
    @Nullable String currency,
    boolean identityMatches,
    String bodyDigest,
    boolean bodyKept,
    Instant receivedAt,
    String outcome,
    @Nullable String detail,
    int passes,
    Instant decidedAt) {}

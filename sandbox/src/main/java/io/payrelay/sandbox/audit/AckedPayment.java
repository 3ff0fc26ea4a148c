package io.payrelay.sandbox.audit;

/**
 * A payment whose callback was acknowledged: from then on it may not be lost.
 *
 * @param amount in minor units
 */
public record AckedPayment(
    String channelFamily, String account, String transactionId, String orderNo, long amount) {}

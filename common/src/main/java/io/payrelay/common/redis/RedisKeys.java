package io.payrelay.common.redis;

/** The keys that ingress and order-core share. */
public final class RedisKeys {

  private RedisKeys() {}

  /** The idempotency mark of a payment: PROCESSING with a token, or a {@link SuccessMark}. */
  public static String mark(String channel, String account, String transactionId) {
    return "pay:idem:" + channel + ":" + account + ":" + transactionId;
  }

  /** A hash (status, channel, amount) about a payment that was deferred or has failed. */
  public static String handle(String channel, String account, String transactionId) {
    return "pay:handle:" + channel + ":" + account + ":" + transactionId;
  }

  /** The lock under which callbacks of one order are settled. */
  public static String lock(String orderNo) {
    return "lock:pay:callback:" + orderNo;
  }

  /** The amount that an order is expected to be paid with, see {@link ExpectedAmount}. */
  public static String expectedAmount(String orderNo) {
    return "pay:expect:" + orderNo;
  }
}

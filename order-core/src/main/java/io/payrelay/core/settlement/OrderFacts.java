package io.payrelay.core.settlement;

import io.payrelay.common.money.Money;
import io.payrelay.core.order.OrderStatus;
import org.jspecify.annotations.Nullable;

/**
 * An order as it stands while its row is locked.
 *
 * @param boundTo where start-pay has bound it, if it has
 */
record OrderFacts(
    String orderNo,
    String merchantNo,
    Money amount,
    OrderStatus status,
    long version,
    @Nullable ChannelAccount boundTo) {

  /**
   * Whether money or a word from this account is about this order: the account is its merchant's,
   * and the one it is bound to.
   *
   * @param owner the merchant whose account it is, null if nobody's
   */
  boolean accepts(ChannelAccount at, @Nullable String owner) {
    return merchantNo.equals(owner) && (boundTo == null || boundTo.equals(at));
  }
}

package io.payrelay.core.order;

import io.payrelay.common.money.Money;
import io.payrelay.core.merchant.ChannelAccounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The orders' transactions. Each method is one, and calls nothing outside the database. */
@Service
class OrderBook {

  private final OrderRepository orders;
  private final ChannelAccounts accounts;

  OrderBook(OrderRepository orders, ChannelAccounts accounts) {
    this.orders = orders;
    this.accounts = accounts;
  }

  @Transactional(readOnly = true)
  public Optional<PaymentOrder> find(String merchantNo, String orderNo) {
    return orders.findByMerchantNoAndOrderNo(merchantNo, orderNo);
  }

  /** The order that has the merchant's number already, judged against what is wanted now. */
  @Transactional(readOnly = true)
  public Optional<Creation> findRepeated(String merchantNo, String merchantOrderNo, Money amount) {
    return orders
        .findByMerchantNoAndMerchantOrderNo(merchantNo, merchantOrderNo)
        .map(
            order ->
                order.amount().equals(amount)
                    ? new Creation.Repeated(order)
                    : new Creation.Differs(order));
  }

  /** Creates the order unless its number is taken: the unique key decides between rivals. */
  @Transactional
  public Creation create(
      String orderNo,
      String merchantNo,
      String merchantOrderNo,
      Money amount,
      @Nullable String notifyUrlId) {
    int created =
        orders.createIfAbsent(
            orderNo,
            merchantNo,
            merchantOrderNo,
            amount.minor(),
            amount.currencyCode(),
            notifyUrlId);
    var found = findRepeated(merchantNo, merchantOrderNo, amount).orElseThrow();
    return created == 1 ? new Creation.Created(found.order()) : found;
  }

  /** Binds the order to the account and walks INIT → PAYING, with its row of history. */
  @Transactional
  public StartOfPaying startPaying(
      String merchantNo, String orderNo, String channel, String account) {
    var found = find(merchantNo, orderNo);
    while (found.isPresent()) {
      var order = found.get();
      if (order.status() == OrderStatus.PAYING && order.isBoundTo(channel, account)) {
        return new StartOfPaying.Already(order);
      }
      if (!order.status().mayBecome(OrderStatus.PAYING)) {
        return new StartOfPaying.NotPayable(whyNot(order));
      }
      if (!accounts.isOf(merchantNo, channel, account)) {
        return new StartOfPaying.AccountNotYours();
      }
      if (orders.startPaying(orderNo, channel, account, order.version()) == 1) {
        orders.recordStartOfPaying(orderNo);
        return new StartOfPaying.Bound(find(merchantNo, orderNo).orElseThrow());
      }
      found = find(merchantNo, orderNo); // somebody was faster: judge the fresh row
    }
    return new StartOfPaying.NotFound();
  }

  private static String whyNot(PaymentOrder order) {
    return order.status() == OrderStatus.PAYING
        ? "order %s is PAYING through %s/%s: an order keeps its account"
            .formatted(order.orderNo(), order.channel(), order.channelAccount())
        : "order %s is %s"
            .formatted(
                order.orderNo(),
                new IllegalTransitionException(order.status(), OrderStatus.PAYING).getMessage());
  }
}

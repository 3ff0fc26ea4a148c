package io.payrelay.core.order;

import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.common.redis.AdvisoryRedis;
import io.payrelay.common.redis.ExpectedAmount;
import io.payrelay.common.redis.RedisKeys;
import io.payrelay.core.endpoint.NotifyUrls;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** What a merchant can do with its orders, step by step. Calls others only between transactions. */
@Service
class Orders {

  private static final Logger log = LoggerFactory.getLogger(Orders.class);

  private final OrderBook book;
  private final NotifyUrls notifyUrls;
  private final AdvisoryRedis redis;
  private final OrderSettings settings;
  private final Ids ids;

  Orders(
      OrderBook book, NotifyUrls notifyUrls, AdvisoryRedis redis, OrderSettings settings, Ids ids) {
    this.book = book;
    this.notifyUrls = notifyUrls;
    this.redis = redis;
    this.settings = settings;
    this.ids = ids;
  }

  Optional<PaymentOrder> find(String merchantNo, String orderNo) {
    return book.find(merchantNo, orderNo);
  }

  /** Creates the order once, however often and by however many callers at a time it is asked. */
  Creation create(
      String merchantNo, String merchantOrderNo, Money amount, @Nullable String notifyUrl) {
    var repeated = book.findRepeated(merchantNo, merchantOrderNo, amount);
    if (repeated.isPresent()) {
      return repeated.get();
    }
    var notifyUrlId = notifyUrl == null ? null : notifyUrls.store(merchantNo, notifyUrl);
    var creation = book.create(ids.orderNo(), merchantNo, merchantOrderNo, amount, notifyUrlId);
    if (creation instanceof Creation.Created(var order)) {
      expect(order);
      log.info(
          "order.created merchant={} order={} merchantOrder={} amount={} currency={} ownNotifyUrl={}",
          merchantNo,
          order.orderNo(),
          merchantOrderNo,
          amount.minor(),
          amount.currencyCode(),
          notifyUrlId != null);
    }
    return creation;
  }

  /** Binds the order to one of the merchant's accounts. Nothing is paid by this. */
  StartOfPaying startPaying(String merchantNo, String orderNo, String channel, String account) {
    var start = book.startPaying(merchantNo, orderNo, channel, account);
    if (start instanceof StartOfPaying.Bound) {
      log.info(
          "order.bound merchant={} order={} channel={} account={}",
          merchantNo,
          orderNo,
          channel,
          account);
    }
    return start;
  }

  /** Lets ingress recognise a wrong amount at once. Without it, settlement does, a little later. */
  private void expect(PaymentOrder order) {
    redis.ask(
        template -> {
          template
              .opsForValue()
              .set(
                  RedisKeys.expectedAmount(order.orderNo()),
                  ExpectedAmount.encode(order.amount()),
                  settings.expectedAmountTtl());
          return true;
        });
  }
}

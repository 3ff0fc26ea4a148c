package io.payrelay.ingress.intake;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.money.Money;
import io.payrelay.common.redis.AdvisoryRedis;
import io.payrelay.common.redis.ExpectedAmount;
import io.payrelay.common.redis.RedisKeys;
import io.payrelay.common.redis.SuccessMark;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** What Redis remembers about a payment and its order, fetched in one round trip. Thread-safe. */
@Component
final class Memory implements SmartInitializingSingleton {

  /** Empty parts are not known: never set, expired, or Redis is away. */
  record Recall(Optional<SuccessMark> mark, Optional<Money> expected) {

    static final Recall NOTHING = new Recall(Optional.empty(), Optional.empty());

    /** Whether the order is known to have another amount or currency than was paid. */
    boolean contradicts(CallbackReceived callback) {
      return expected.isPresent() && !expected.get().equals(callback.amount());
    }

    /** Whether this very payment is known to be booked. */
    boolean settles(CallbackReceived callback) {
      return mark.isPresent() && mark.get().answers(callback);
    }
  }

  private final AdvisoryRedis redis;
  private final SharedLookup lookup;

  Memory(AdvisoryRedis redis) {
    this.redis = redis;
    this.lookup = new SharedLookup(redis);
  }

  /**
   * Connects before the first callback comes: while a Redis that swallows everything is being
   * connected to, all its callers wait in line. Three failures open the breaker.
   */
  @Override
  public void afterSingletonsInstantiated() {
    for (int i = 0; i < 3; i++) {
      if (redis.ask(template -> template.hasKey("pay:expect:")).isPresent()) {
        return;
      }
    }
  }

  Recall of(CallbackReceived callback) {
    var transactionId = callback.transactionId();
    if (transactionId == null) {
      return Recall.NOTHING;
    }
    var keys =
        List.of(
            RedisKeys.mark(callback.channelFamily(), callback.account(), transactionId),
            RedisKeys.expectedAmount(callback.orderNo()));
    return lookup
        .of(keys)
        .map(
            values ->
                new Recall(SuccessMark.parse(values.get(0)), ExpectedAmount.parse(values.get(1))))
        .orElse(Recall.NOTHING);
  }
}

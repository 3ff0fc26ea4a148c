package io.payrelay.core.settlement;

import io.payrelay.common.redis.RedisKeys;
import io.payrelay.core.RunningCore;
import java.util.List;
import org.springframework.data.redis.core.StringRedisTemplate;

/** What Redis holds about one payment. */
record GuardKeys(StringRedisTemplate redis, String lock, String mark, String handle) {

  static GuardKeys of(String orderNo, Shop shop, String transactionId) {
    return new GuardKeys(
        RunningCore.get().bean(StringRedisTemplate.class),
        RedisKeys.lock(orderNo),
        RedisKeys.mark("hmac", shop.account(), transactionId),
        RedisKeys.handle("hmac", shop.account(), transactionId));
  }

  void forget() {
    redis.delete(List.of(lock, mark, handle));
  }

  /** As if another consumer were settling a callback of this order. */
  void lockedByAnother() {
    redis.opsForValue().set(lock, "another consumer's token");
  }
}

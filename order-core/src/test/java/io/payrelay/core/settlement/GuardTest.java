package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.redis.AdvisoryRedis;
import io.payrelay.core.RunningCore;
import io.payrelay.core.cases.CaseKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

class GuardTest {

  private final RunningCore core = RunningCore.get();
  private final Settlement settlement = core.bean(Settlement.class);
  private final StringRedisTemplate redis = core.bean(StringRedisTemplate.class);
  private final Shop shop = Shop.open();

  private Outcome settle(Shop.Notice notice) {
    return settlement.settle(List.of(notice.arrival())).values().iterator().next();
  }

  @Test
  void a_settled_payment_leaves_a_success_mark_and_no_lock() {
    var orderNo = shop.payingOrder();
    var keys = GuardKeys.of(orderNo, shop, "t");

    settle(shop.paid(orderNo, "t"));

    assertThat(redis.opsForValue().get(keys.mark())).startsWith("SUCCESS|" + orderNo);
    assertThat(redis.getExpire(keys.mark())).isGreaterThan(2 * 86_400);
    assertThat(redis.hasKey(keys.lock())).isFalse();
    assertThat(redis.hasKey(keys.handle())).isFalse();
  }

  @Test
  void money_in_suspense_leaves_neither_mark_nor_lock() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t1"));
    var keys = GuardKeys.of(orderNo, shop, "t2");

    settle(shop.paid(orderNo, "t2"));

    assertThat(redis.hasKey(keys.mark())).isFalse();
    assertThat(redis.hasKey(keys.lock())).isFalse();
  }

  @Test
  void a_held_lock_defers_and_tells_the_handle_and_stays_with_its_holder() {
    var orderNo = shop.payingOrder();
    var keys = GuardKeys.of(orderNo, shop, "t");
    keys.lockedByAnother();

    assertThat(settle(shop.paid(orderNo, "t"))).isEqualTo(new Outcome.LockBusy());

    assertThat(redis.opsForHash().entries(keys.handle()))
        .isEqualTo(Map.of("status", "lock_busy", "channel", "hmac", "amount", "599.00 CNY"));
    assertThat(redis.getExpire(keys.handle())).isBetween(1L, 600L);
    assertThat(redis.hasKey(keys.lock())).isTrue();
    assertThat(shop.status(orderNo)).isEqualTo("PAYING");
  }

  @Test
  void after_two_deferrals_the_database_decides_and_the_lock_stays_with_its_holder() {
    var orderNo = shop.payingOrder();
    var keys = GuardKeys.of(orderNo, shop, "t");
    keys.lockedByAnother();

    assertThat(settle(shop.paid(orderNo, "t").deferred(1))).isEqualTo(new Outcome.LockBusy());
    assertThat(settle(shop.paid(orderNo, "t").deferred(2))).isInstanceOf(Outcome.Settled.class);

    assertThat(redis.opsForValue().get(keys.lock())).isEqualTo("another consumer's token");
    shop.checkInvariants();
  }

  @Test
  void a_booked_payment_that_finds_the_lock_held_is_a_duplicate() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t"));
    var keys = GuardKeys.of(orderNo, shop, "t");
    keys.forget();
    keys.lockedByAnother();

    assertThat(settle(shop.paid(orderNo, "t"))).isEqualTo(new Outcome.Duplicate(true));
  }

  @Test
  void a_second_payment_that_finds_the_lock_held_is_never_taken_for_a_repeat() {
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t1"));
    GuardKeys.of(orderNo, shop, "t2").lockedByAnother();

    assertThat(settle(shop.paid(orderNo, "t2"))).isEqualTo(new Outcome.LockBusy());
    assertThat(settle(shop.paid(orderNo, "t2").deferred(2)))
        .isInstanceOfSatisfying(
            Outcome.Suspended.class,
            outcome -> assertThat(outcome.why()).isEqualTo(CaseKind.DOUBLE_PAYMENT));
    shop.checkInvariants();
  }

  @Test
  void a_mark_answers_only_the_very_same_payment() {
    var paid = shop.payingOrder();
    settle(shop.paid(paid, "t"));
    var other = shop.payingOrder();

    // The channel's id again, for another order: the database knows it, and nothing is booked.
    assertThat(settle(shop.paid(other, "t"))).isInstanceOf(Outcome.Contradicted.class);
    assertThat(shop.status(other)).isEqualTo("PAYING");
    assertThat(redis.opsForValue().get(GuardKeys.of(other, shop, "t").mark())).contains(paid);
  }

  @Test
  void an_order_that_is_waited_for_gives_lock_and_mark_back() {
    var orderNo = "O" + Shop.unique();
    var keys = GuardKeys.of(orderNo, shop, "t");

    settle(shop.paid(orderNo, "t"));

    assertThat(redis.hasKey(keys.lock())).isFalse();
    assertThat(redis.hasKey(keys.mark())).isFalse();
    assertThat(redis.opsForHash().get(keys.handle(), "status")).isEqualTo("order_absent");
  }

  @Test
  void without_redis_everything_settles_once() {
    var orderNo = shop.payingOrder();
    core.redisProxy().cut();
    try {
      assertThat(settle(shop.paid(orderNo, "t1"))).isInstanceOf(Outcome.Settled.class);
      assertThat(settle(shop.paid(orderNo, "t1"))).isEqualTo(new Outcome.Duplicate(true));
      assertThat(settle(shop.paid(orderNo, "t2"))).isInstanceOf(Outcome.Suspended.class);
    } finally {
      core.redisProxy().heal();
    }
    shop.checkInvariants();
    var advisory = core.bean(AdvisoryRedis.class);
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> advisory.ask(template -> template.hasKey("any")).isPresent());
  }
}

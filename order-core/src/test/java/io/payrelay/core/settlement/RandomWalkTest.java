package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.common.redis.RedisKeys;
import io.payrelay.core.RunningCore;
import io.payrelay.core.order.OrderStatus;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Batches of random callbacks (repeats, reorderings, wrong amounts and accounts, held locks, a
 * flushed Redis, orders that appear late) against a model that knows only the rules.
 */
class RandomWalkTest {

  private static final int BATCHES = 60;

  private final RunningCore core = RunningCore.get();
  private final Settlement settlement = core.bean(Settlement.class);
  private final Adoption adoption = core.bean(Adoption.class);
  private final StringRedisTemplate redis = core.bean(StringRedisTemplate.class);
  private final Shop shop = Shop.open();
  private final Shop foreign = Shop.open();
  private final ModelOfBooks model = new ModelOfBooks(shop);
  private final List<String> known = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final List<Shop.Notice> sent = new ArrayList<>();
  private final Set<String> payments = new LinkedHashSet<>();
  private final Set<String> seen = new TreeSet<>();
  private Random random = new Random();

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 20_260_101, 599})
  void the_database_ends_where_the_rules_do(long seed) {
    random = new Random(seed);
    for (int i = 0; i < BATCHES; i++) {
      changeTheWorld();
      var batch = new ArrayList<Shop.Notice>();
      for (int size = 1 + random.nextInt(25); size > 0; size--) {
        batch.add(sent.isEmpty() || random.nextInt(3) > 0 ? fresh() : repeated());
      }
      assertThat(settle(batch)).as("batch %d", i).isEqualTo(expect(batch));
      sent.addAll(batch);
      unlock();
      if (random.nextInt(4) == 0) {
        adoption.adoptAll();
        model.adopt(payments);
      }
      compare(i);
    }
    shop.checkInvariants();
    assertThat(seen)
        .as("the walk was no walk if it has not seen these")
        .contains(
            "settled",
            "duplicate",
            "suspended_double_payment",
            "suspended_amount_mismatch",
            "suspended_wrong_account",
            "suspended_unknown_order",
            "order_closed",
            "order_fail",
            "order_absent",
            "lock_busy",
            "ignored");
  }

  private void changeTheWorld() {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> create(OrderStatus.INIT, shop.order());
      case 3, 4 -> create(OrderStatus.PAYING, shop.payingOrder());
      case 5 -> unknown.add("O" + Shop.unique());
      case 6 -> {
        if (!unknown.isEmpty()) {
          create(OrderStatus.INIT, shop.order(unknown.removeFirst()));
        }
      }
      default ->
          redis.execute(
              connection -> {
                connection.serverCommands().flushDb();
                return true;
              },
              false);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      var orderNo = anyOrder();
      redis.opsForValue().set(RedisKeys.lock(orderNo), "another consumer's token");
      model.lock(orderNo);
    }
  }

  private void create(OrderStatus status, String orderNo) {
    known.add(orderNo);
    model.order(orderNo, status);
  }

  private void unlock() {
    model.unlockAll();
    redis.delete(known.stream().map(RedisKeys::lock).toList());
    redis.delete(unknown.stream().map(RedisKeys::lock).toList());
  }

  private String anyOrder() {
    var pool = known.isEmpty() || (!unknown.isEmpty() && random.nextInt(6) == 0) ? unknown : known;
    if (pool.isEmpty()) {
      unknown.add("O" + Shop.unique());
    }
    // The newest ones most of the time: there, things still happen.
    int back = Math.min(pool.size(), 1 + random.nextInt(6));
    return pool.get(pool.size() - back);
  }

  private Shop.Notice fresh() {
    var orderNo = anyOrder();
    var notice =
        switch (random.nextInt(12)) {
          case 0 -> shop.word(NoticeKind.FAILED, orderNo);
          case 1 -> shop.word(NoticeKind.CLOSED, orderNo);
          case 2 -> shop.word(NoticeKind.ATTEMPT_FAILED, orderNo);
          case 3 -> shop.word(NoticeKind.PENDING, orderNo);
          default -> shop.paid(orderNo, "t" + random.nextInt(100_000));
        };
    if (notice.kind() == NoticeKind.PAID && random.nextInt(8) == 0) {
      notice = notice.amount(Money.ofMinor(1 + random.nextInt(100), "CNY"));
    }
    notice = random.nextInt(10) == 0 ? notice.account(foreign.account()) : notice;
    notice = random.nextInt(15) == 0 ? notice.withForeignIdentity() : notice;
    return notice.lookedUp(random.nextInt(5)).deferred(random.nextInt(3));
  }

  private Shop.Notice repeated() {
    var again = sent.get(sent.size() - 1 - random.nextInt(Math.min(40, sent.size())));
    return again.lookedUp(random.nextInt(5)).deferred(random.nextInt(3));
  }

  private List<String> settle(List<Shop.Notice> batch) {
    var arrivals = batch.stream().map(Shop.Notice::arrival).toList();
    var labels = new TreeMap<Integer, String>();
    for (var pass : Passes.of(arrivals, arrival -> arrival)) {
      var outcomes = settlement.settle(pass);
      for (var arrival : pass) {
        var outcome = outcomes.get(arrival.orderNo());
        labels.put(arrivals.indexOf(arrival), outcome == null ? "none" : outcome.label());
      }
    }
    return List.copyOf(labels.values());
  }

  private List<String> expect(List<Shop.Notice> batch) {
    var labels = new ArrayList<String>();
    for (var notice : batch) {
      var label = model.apply(notice);
      labels.add(label);
      seen.add(label);
      if (label.startsWith("suspended")) {
        payments.add(notice.account() + "/" + notice.transactionId());
      }
    }
    return labels;
  }

  private void compare(int batch) {
    assertThat(
            pairs("select order_no, status from orders where merchant_no = ?", shop.merchantNo()))
        .as("orders after batch %d", batch)
        .isEqualTo(model.statuses());
    var booked =
        pairs(
            "select account || '/' || transaction_id, outcome from channel_payment where account = ?",
            shop.account());
    booked.putAll(
        pairs(
            "select account || '/' || transaction_id, outcome from channel_payment where account = ?",
            foreign.account()));
    assertThat(booked).as("payments after batch %d", batch).isEqualTo(model.outcomes());
    assertThat(shop.balance()).isEqualTo(model.merchantBalance());
  }

  private Map<String, String> pairs(String query, String parameter) {
    var found = new TreeMap<String, String>();
    shop.sql()
        .sql(query)
        .param(parameter)
        .query(
            row -> {
              found.put(row.getString(1), row.getString(2));
            });
    return found;
  }
}

package io.payrelay.core.settlement;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.redis.AdvisoryRedis;
import io.payrelay.common.redis.RedisKeys;
import io.payrelay.common.redis.SuccessMark;
import io.payrelay.core.settlement.Guarded.Admission;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStringCommands.SetOption;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.types.Expiration;
import org.springframework.stereotype.Component;

/**
 * Keeps repeats off the database and callbacks of one order apart, in one pipelined round trip per
 * pass. Advice only: without Redis everything passes. Only the lock excludes. Thread-safe.
 */
@Component
class Guard {

  private static final String PROCESSING = "PROCESSING|";
  private static final byte[] DELETE_IF_EQUALS =
      bytes(
          "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0");

  private final AdvisoryRedis redis;
  private final SettlementSettings.GuardSettings settings;

  Guard(AdvisoryRedis redis, SettlementSettings settings) {
    this.redis = redis;
    this.settings = settings.guard();
  }

  /** Takes a lock and a mark for each, and asks whether it is settled already. */
  Guarded take(Collection<Arrival> pass) {
    var token = UUID.randomUUID().toString();
    var answers =
        pipelined(connection -> pass.forEach(arrival -> take(connection, arrival, token)));
    if (answers.isEmpty()) {
      return new Guarded(token, Map.of());
    }
    var admissions = new HashMap<String, Admission>();
    var answer = answers.iterator();
    for (var arrival : pass) {
      admissions.put(arrival.orderNo(), admission(arrival, answer));
    }
    return new Guarded(token, ownAfterAll(token, admissions));
  }

  /** Puts SUCCESS marks for what is committed, then gives the locks back; in one round trip. */
  void conclude(Guarded guarded, Collection<Arrival> pass, Map<String, Outcome> outcomes) {
    pipelined(
        connection -> {
          for (var arrival : pass) {
            conclude(connection, guarded, arrival, outcomes.get(arrival.orderNo()));
          }
        });
  }

  /** Nothing was booked: gives everything back. */
  void giveBack(Guarded guarded, Collection<Arrival> pass) {
    conclude(guarded, pass, Map.of());
  }

  private static Admission admission(Arrival arrival, Iterator<@Nullable Object> answer) {
    if (arrival.callback().kind() == NoticeKind.PAID) {
      var mark = answer.next() instanceof String text ? text : null;
      boolean locked = Boolean.TRUE.equals(answer.next());
      answer.next(); // whether the PROCESSING mark is new decides nothing
      if (SuccessMark.parse(mark).filter(found -> found.answers(arrival.callback())).isPresent()) {
        return Admission.SETTLED;
      }
      return locked ? Admission.LOCKED : Admission.BUSY;
    }
    return Boolean.TRUE.equals(answer.next()) ? Admission.LOCKED : Admission.BUSY;
  }

  /**
   * The client sends commands again after a reconnect, and the second SET NX fails on the first: a
   * lock that holds our token is ours.
   */
  private Map<String, Admission> ownAfterAll(String token, Map<String, Admission> admissions) {
    var busy =
        admissions.entrySet().stream()
            .filter(entry -> entry.getValue() == Admission.BUSY)
            .map(Map.Entry::getKey)
            .toList();
    if (busy.isEmpty()) {
      return admissions;
    }
    var holders =
        pipelined(
            connection ->
                busy.forEach(
                    orderNo -> connection.stringCommands().get(bytes(RedisKeys.lock(orderNo)))));
    var all = new HashMap<>(admissions);
    for (int i = 0; i < busy.size(); i++) {
      if (holders.isEmpty()) {
        all.put(busy.get(i), Admission.UNGUARDED);
      } else if (token.equals(holders.get(i))) {
        all.put(busy.get(i), Admission.LOCKED);
      }
    }
    return all;
  }

  private void take(RedisConnection connection, Arrival arrival, String token) {
    var strings = connection.stringCommands();
    var lock = bytes(RedisKeys.lock(arrival.orderNo()));
    var mark = arrival.paid().map(notice -> bytes(mark(notice.payment())));
    mark.ifPresent(strings::get);
    strings.set(lock, bytes(token), expiry(settings.lockTtl()), SetOption.ifAbsent());
    mark.ifPresent(
        key ->
            strings.set(
                key,
                bytes(PROCESSING + token),
                expiry(settings.processingTtl()),
                SetOption.ifAbsent()));
  }

  private void conclude(
      RedisConnection connection, Guarded guarded, Arrival arrival, @Nullable Outcome outcome) {
    if (needsHandle(outcome)) {
      keepHandle(connection, arrival, outcome);
    }
    // Both deletes compare first: what belongs to the lock's holder stays.
    arrival.paid().ifPresent(notice -> conclude(connection, guarded.token(), notice, outcome));
    deleteIfEquals(connection, RedisKeys.lock(arrival.orderNo()), guarded.token());
  }

  /** The mark comes before the lock's release: a crash between them costs a repeat, no payment. */
  private void conclude(
      RedisConnection connection, String token, PaidNotice notice, @Nullable Outcome outcome) {
    var key = mark(notice.payment());
    boolean paidFor =
        outcome instanceof Outcome.Settled
            || (outcome instanceof Outcome.Duplicate(var settled) && settled);
    if (paidFor) {
      var mark = new SuccessMark(notice.orderNo(), notice.amount()).encode();
      connection.stringCommands().setEx(bytes(key), settings.successTtl().toSeconds(), bytes(mark));
    } else {
      deleteIfEquals(connection, key, PROCESSING + token);
    }
  }

  private static boolean needsHandle(@Nullable Outcome outcome) {
    return outcome == null
        || outcome instanceof Outcome.OrderAbsent
        || outcome instanceof Outcome.LockBusy
        || outcome instanceof Outcome.Rejected
        || outcome instanceof Outcome.Unfinished;
  }

  /** For a person who wonders where a payment is. */
  private void keepHandle(RedisConnection connection, Arrival arrival, @Nullable Outcome outcome) {
    arrival
        .paid()
        .ifPresent(
            notice -> {
              var payment = notice.payment();
              var key =
                  bytes(
                      RedisKeys.handle(
                          payment.channelFamily(), payment.account(), payment.transactionId()));
              var status = outcome == null ? "failed" : outcome.label();
              connection
                  .hashCommands()
                  .hMSet(
                      key,
                      Map.of(
                          bytes("status"), bytes(status),
                          bytes("channel"), bytes(notice.at().channel()),
                          bytes("amount"), bytes(notice.amount().toString())));
              connection.keyCommands().expire(key, settings.handleTtl().toSeconds());
            });
  }

  private static void deleteIfEquals(RedisConnection connection, String key, String value) {
    connection
        .scriptingCommands()
        .eval(DELETE_IF_EQUALS, ReturnType.INTEGER, 1, bytes(key), bytes(value));
  }

  /** The answers in order; none at all if Redis is away. */
  @SuppressWarnings("NullAway") // executePipelined demands null of its callback
  private List<@Nullable Object> pipelined(Consumer<RedisConnection> commands) {
    RedisCallback<Object> callback =
        connection -> {
          commands.accept(connection);
          return null;
        };
    return redis.ask(template -> template.executePipelined(callback)).orElseGet(List::of);
  }

  private static String mark(PaymentKey payment) {
    return RedisKeys.mark(payment.channelFamily(), payment.account(), payment.transactionId());
  }

  private static Expiration expiry(Duration ttl) {
    return Expiration.from(ttl);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package io.payrelay.sandbox.bench;

import io.payrelay.common.redis.ExpectedAmount;
import io.payrelay.common.redis.RedisKeys;
import io.payrelay.common.redis.SuccessMark;
import io.payrelay.sandbox.channel.Notice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Writes into Redis what order-core would have written. */
final class Marks implements AutoCloseable {

  private static final int AT_ONCE = 1_000;

  private final LettuceConnectionFactory connections;
  private final StringRedisTemplate redis;

  Marks(RedisStandaloneConfiguration server) {
    connections = new LettuceConnectionFactory(server);
    connections.afterPropertiesSet();
    connections.start();
    redis = new StringRedisTemplate(connections);
  }

  /** Their orders exist and expect these amounts. */
  void expect(List<Notice> notices) {
    write(
        notices,
        (notice, values) ->
            values.put(
                RedisKeys.expectedAmount(notice.orderNo()),
                ExpectedAmount.encode(notice.amount())));
  }

  /** They are booked. */
  void settle(String family, String account, List<Notice> notices) {
    write(
        notices,
        (notice, values) ->
            values.put(
                RedisKeys.mark(family, account, notice.transactionId()),
                new SuccessMark(notice.orderNo(), notice.amount()).encode()));
  }

  /** Forgets everything: no round is to find more in Redis than the one before. */
  void clear() {
    try (var connection = connections.getConnection()) {
      connection.serverCommands().flushDb();
    }
  }

  @FunctionalInterface
  private interface Entry {
    void into(Notice notice, Map<String, String> values);
  }

  private void write(List<Notice> notices, Entry entry) {
    for (int from = 0; from < notices.size(); from += AT_ONCE) {
      var values = new HashMap<String, String>();
      for (var notice : notices.subList(from, Math.min(from + AT_ONCE, notices.size()))) {
        entry.into(notice, values);
      }
      redis.opsForValue().multiSet(values);
    }
  }

  @Override
  public void close() {
    connections.destroy();
  }
}

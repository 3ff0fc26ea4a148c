package io.payrelay.ingress.intake;

import io.payrelay.common.redis.AdvisoryRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Fetches the keys of many callers in one round trip to Redis: what is asked while one is under way
 * goes with the next. Nobody waits for longer than one round trip that fails. Thread-safe.
 */
final class SharedLookup implements AutoCloseable {

  /** Callers in one round trip: a command that is not too long for others to wait behind. */
  private static final int MOST = 128;

  private record Question(List<String> keys, CompletableFuture<Optional<List<String>>> answer) {}

  private final AdvisoryRedis redis;
  private final BlockingQueue<Question> waiting = new LinkedBlockingQueue<>();
  private final Thread reader;
  private volatile boolean closed;

  SharedLookup(AdvisoryRedis redis) {
    this.redis = redis;
    this.reader = Thread.ofPlatform().daemon().name("redis-lookup").start(this::read);
  }

  /** The values, null where there is none; empty if Redis is away. */
  Optional<List<String>> of(List<String> keys) {
    var question = new Question(keys, new CompletableFuture<>());
    waiting.add(question);
    if (closed) { // close() may have answered all just before
      forgo();
    }
    return question.answer().join(); // bounded by Redis' timeout: see read()
  }

  private void read() {
    var batch = new ArrayList<Question>(MOST);
    while (!closed) {
      try {
        batch.add(waiting.take());
      } catch (InterruptedException e) {
        break;
      }
      waiting.drainTo(batch, MOST - 1);
      var values = fetch(batch);
      answer(batch, values);
      batch.clear();
      if (values.isEmpty()) {
        forgo(); // they have waited for a whole timeout already
      }
    }
    forgo();
  }

  private Optional<List<String>> fetch(List<Question> batch) {
    var keys = new ArrayList<String>(2 * batch.size());
    batch.forEach(question -> keys.addAll(question.keys()));
    try {
      return redis
          .ask(template -> template.opsForValue().multiGet(keys))
          .filter(values -> values.size() == keys.size());
    } catch (RuntimeException e) {
      return Optional.empty(); // advice only: whatever it was, the callbacks go on without
    }
  }

  private static void answer(List<Question> batch, Optional<List<String>> values) {
    int from = 0;
    for (var question : batch) {
      int to = from + question.keys().size();
      int start = from;
      question.answer().complete(values.map(all -> all.subList(start, to)));
      from = to;
    }
  }

  private void forgo() {
    for (var question = waiting.poll(); question != null; question = waiting.poll()) {
      question.answer().complete(Optional.empty());
    }
  }

  @Override
  public void close() {
    closed = true;
    reader.interrupt();
  }
}

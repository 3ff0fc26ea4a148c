package io.payrelay.ingress.intake;

import io.payrelay.common.redis.AdvisoryRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Fetches the keys of many callers in one round trip to Redis. Whoever comes while nobody asks,
 * asks at once; what others want meanwhile goes with the next round trip, which one of them makes.
 * Nobody waits for longer than one round trip that fails. Thread-safe.
 */
final class SharedLookup {

  /** Callers in one round trip: a command that is not too long for others to wait behind. */
  private static final int MOST = 128;

  /** What a waiting caller is told. */
  private sealed interface Word {}

  private record Values(Optional<List<String>> values) implements Word {}

  private record YourTurn() implements Word {}

  private record Question(List<String> keys, CompletableFuture<Word> word) {}

  private final AdvisoryRedis redis;
  private final Queue<Question> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean asking = new AtomicBoolean();

  SharedLookup(AdvisoryRedis redis) {
    this.redis = redis;
  }

  /** The values, null where there is none; empty if Redis is away. */
  Optional<List<String>> of(List<String> keys) {
    var question = new Question(keys, new CompletableFuture<>());
    waiting.add(question);
    if (asking.compareAndSet(false, true)) {
      passTurnOn(); // to the one who has waited longest, perhaps ourselves
    }
    // Bounded by Redis' timeout: whoever asks passes its turn on in any case.
    return switch (question.word().join()) {
      case Values(var values) -> values;
      case YourTurn _ -> ask(question);
    };
  }

  private Optional<List<String>> ask(Question own) {
    var batch = new ArrayList<Question>();
    for (var next = waiting.poll(); next != null; next = waiting.poll()) {
      batch.add(next);
      if (batch.size() == MOST) {
        break;
      }
    }
    var all = Optional.<List<String>>empty();
    try {
      all = fetch(batch);
    } finally {
      answer(batch, all);
      if (all.isEmpty()) {
        forgo(); // they have waited for a whole timeout already
      }
      passTurnOn();
    }
    return all.map(values -> values.subList(0, own.keys().size())); // the first of its batch
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

  private static void answer(List<Question> batch, Optional<List<String>> all) {
    int from = 0;
    for (var question : batch) {
      int start = from;
      int end = from + question.keys().size();
      question.word().complete(new Values(all.map(values -> values.subList(start, end))));
      from = end;
    }
  }

  private void forgo() {
    for (var question = waiting.poll(); question != null; question = waiting.poll()) {
      question.word().complete(new Values(Optional.empty()));
    }
  }

  /** The turn is ours: gives it to whoever waits, or leaves it lying for the next who comes. */
  private void passTurnOn() {
    do {
      var next = waiting.peek();
      if (next != null) {
        next.word().complete(new YourTurn()); // it is the first of the batch that it will fetch
        return;
      }
      asking.set(false);
      // Somebody may have come just before: it saw the turn taken, and nobody would wake it.
    } while (!waiting.isEmpty() && asking.compareAndSet(false, true));
  }
}

package io.payrelay.common.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * All exchanges, queues and bindings, described once. The arguments of a queue never change for its
 * name: RabbitMQ would refuse the second declaration.
 */
public record Topology(List<Exchange> exchanges, List<Queue> queues, List<Binding> bindings) {

  /** A durable exchange. */
  public record Exchange(String name, String type, Map<String, Object> arguments) {}

  /** A durable queue. */
  public record Queue(String name, Map<String, Object> arguments) {}

  public record Binding(String exchange, String queue, String routingKey) {}

  /** Waits of a callback whose lock is held or whose order is not there yet. */
  public static final List<Tier> CALLBACK_TIERS = tiers("1s", "5s", "30s", "5m");

  /** The delays of the {@code default} and the {@code sandbox} retry plan. */
  public static final List<Tier> NOTIFY_TIERS =
      tiers("15s", "30s", "3m", "10m", "30m", "2h", "1s", "2s", "3s");

  // Redeliveries are counted per prefetch window when a consumer crashes, so an innocent message
  // can collect many: generous, and what reaches it is replayable from the dead-letter queue.
  private static final int WORK_DELIVERY_LIMIT = 20;

  // A dead-letter queue has nowhere further to go: the limit exists only because RabbitMQ 3.10 and
  // 4.x disagree about queues without one.
  private static final int DEAD_DELIVERY_LIMIT = 1_000_000;

  public Topology {
    exchanges = List.copyOf(exchanges);
    queues = List.copyOf(queues);
    bindings = List.copyOf(bindings);
  }

  /** What every service needs. */
  public static Topology standard() {
    return withNotifyTiers(NOTIFY_TIERS);
  }

  /** The standard topology with the tiers of further retry plans. */
  public static Topology withNotifyTiers(Collection<Tier> more) {
    var notifyTiers = new TreeSet<>(NOTIFY_TIERS);
    notifyTiers.addAll(more);
    var build = new Builder();
    build.exchange(Names.CALLBACKS, "topic", Map.of());
    build.exchange(Names.CALLBACKS_RETRY, "direct", Map.of());
    build.exchange(Names.SETTLEMENTS, "topic", Map.of());
    build.exchange(Names.RETRY, "direct", Map.of());
    build.exchange(Names.DEAD, "direct", Map.of("alternate-exchange", Names.UNROUTABLE));
    build.exchange(Names.UNROUTABLE, "fanout", Map.of());
    build.work(Names.CORE_CALLBACKS);
    build.bind(Names.CALLBACKS, Names.CORE_CALLBACKS, "#");
    build.work(Names.NOTIFY_SETTLEMENTS);
    build.bind(Names.SETTLEMENTS, Names.NOTIFY_SETTLEMENTS, "#");
    build.work(Names.NOTIFY_DELIVERIES);
    CALLBACK_TIERS.forEach(
        tier ->
            build.tier(
                Names.CALLBACKS_RETRY, "order-core.callbacks.retry.", tier, Names.CORE_CALLBACKS));
    notifyTiers.forEach(
        tier -> build.tier(Names.RETRY, "notify-worker.retry.", tier, Names.NOTIFY_DELIVERIES));
    build.queue(Names.UNROUTABLE, Map.of("x-delivery-limit", DEAD_DELIVERY_LIMIT));
    build.bind(Names.UNROUTABLE, Names.UNROUTABLE, "");
    return new Topology(build.exchanges, build.queues, build.bindings);
  }

  private static List<Tier> tiers(String... names) {
    return List.of(names).stream().map(Tier::parse).toList();
  }

  private static final class Builder {
    private final List<Exchange> exchanges = new ArrayList<>();
    private final List<Queue> queues = new ArrayList<>();
    private final List<Binding> bindings = new ArrayList<>();

    void exchange(String name, String type, Map<String, Object> arguments) {
      exchanges.add(new Exchange(name, type, arguments));
    }

    void bind(String exchange, String queue, String key) {
      bindings.add(new Binding(exchange, queue, key));
    }

    void queue(String name, Map<String, Object> arguments) {
      var all = new HashMap<>(arguments);
      all.put("x-queue-type", "quorum");
      queues.add(new Queue(name, Map.copyOf(all)));
    }

    /** A queue of work, and the queue of its dead letters. */
    void work(String name) {
      queue(
          name,
          Map.of(
              "x-delivery-limit",
              WORK_DELIVERY_LIMIT,
              "x-dead-letter-exchange",
              Names.DEAD,
              "x-dead-letter-routing-key",
              name,
              // Without reject-publish, at-least-once silently becomes at-most-once.
              "x-dead-letter-strategy",
              "at-least-once",
              "x-overflow",
              "reject-publish"));
      var dead = Names.deadLetterQueue(name);
      queue(dead, Map.of("x-delivery-limit", DEAD_DELIVERY_LIMIT));
      bind(Names.DEAD, dead, name);
    }

    /**
     * A queue that nobody consumes: its messages go on to {@code target} when the delay is over.
     */
    void tier(String exchange, String prefix, Tier tier, String target) {
      var name = prefix + tier.name();
      queue(
          name,
          Map.of(
              "x-message-ttl",
              tier.delay().toMillis(),
              "x-delivery-limit",
              WORK_DELIVERY_LIMIT,
              "x-dead-letter-exchange",
              "",
              "x-dead-letter-routing-key",
              target,
              "x-dead-letter-strategy",
              "at-least-once",
              "x-overflow",
              "reject-publish"));
      bind(exchange, name, tier.name());
    }
  }
}

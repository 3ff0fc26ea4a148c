package io.payrelay.common.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TopologyTest {

  private final Topology topology = Topology.standard();

  @Test
  void every_queue_is_a_quorum_queue_with_a_positive_delivery_limit() {
    assertThat(topology.queues())
        .allSatisfy(
            queue -> {
              assertThat(queue.arguments()).containsEntry("x-queue-type", "quorum");
              assertThat((Integer) queue.arguments().get("x-delivery-limit")).isPositive();
            });
  }

  @Test
  void nothing_that_dead_letters_can_lose_a_message() {
    assertThat(topology.queues())
        .filteredOn(queue -> queue.arguments().containsKey("x-dead-letter-exchange"))
        .isNotEmpty()
        .allSatisfy(
            queue ->
                assertThat(queue.arguments())
                    .containsEntry("x-dead-letter-strategy", "at-least-once")
                    .containsEntry("x-overflow", "reject-publish"));
  }

  @Test
  void a_work_queue_never_dead_letters_into_a_tier() {
    assertThat(topology.queues())
        .filteredOn(queue -> !queue.arguments().containsKey("x-message-ttl"))
        .filteredOn(queue -> queue.arguments().containsKey("x-dead-letter-exchange"))
        .allSatisfy(
            queue ->
                assertThat(queue.arguments())
                    .containsEntry("x-dead-letter-exchange", Names.DEAD)
                    .containsEntry("x-dead-letter-routing-key", queue.name()));
  }

  @Test
  void a_tiers_queue_carries_its_delay_in_its_name() {
    assertThat(topology.queues())
        .filteredOn(queue -> queue.arguments().containsKey("x-message-ttl"))
        .hasSize(Topology.CALLBACK_TIERS.size() + Topology.NOTIFY_TIERS.size())
        .allSatisfy(
            queue -> {
              var name = queue.name().substring(queue.name().lastIndexOf('.') + 1);
              assertThat(queue.arguments())
                  .containsEntry("x-message-ttl", Tier.parse(name).delay().toMillis());
            });
  }

  @Test
  void an_alternate_exchange_hides_returns_so_only_dead_letters_have_one() {
    assertThat(topology.exchanges())
        .filteredOn(exchange -> exchange.arguments().containsKey("alternate-exchange"))
        .extracting(Topology.Exchange::name)
        .containsExactly(Names.DEAD);
  }

  @Test
  void each_dead_letter_queue_is_bound_by_the_name_of_its_origin() {
    assertThat(topology.bindings())
        .contains(
            new Topology.Binding(Names.DEAD, "order-core.callbacks.dlq", "order-core.callbacks"),
            new Topology.Binding(
                Names.DEAD, "notify-worker.settlements.dlq", "notify-worker.settlements"),
            new Topology.Binding(
                Names.DEAD, "notify-worker.deliveries.dlq", "notify-worker.deliveries"));
  }

  @Test
  void the_delays_of_further_plans_get_their_queues_once() {
    var more = Topology.withNotifyTiers(List.of(Tier.parse("45s"), Tier.parse("15s")));

    var names = more.queues().stream().map(Topology.Queue::name).collect(Collectors.toList());
    assertThat(names).doesNotHaveDuplicates().contains("notify-worker.retry.45s");
    assertThat(names).hasSize(topology.queues().size() + 1);
  }
}

package io.payrelay.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Connection;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.Tier;
import io.payrelay.common.broker.Topology;
import io.payrelay.common.broker.TopologyCheck;
import io.payrelay.common.broker.TopologyCheck.Missing;
import io.payrelay.common.broker.TopologyMismatchException;
import io.payrelay.testkit.RabbitServer;
import io.payrelay.testkit.Servers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopologyCheckTest {

  private final RabbitServer rabbit = Servers.rabbit();
  private final String virtualHost = rabbit.newVirtualHost();
  private final Topology topology = Topology.standard();
  private Connection connection;

  @BeforeEach
  void connect() throws Exception {
    connection = rabbit.factory(virtualHost).newConnection();
  }

  @AfterEach
  void disconnect() throws Exception {
    connection.close();
  }

  @Test
  void the_missing_is_made_and_a_second_run_finds_all_in_place() throws Exception {
    TopologyCheck.run(connection, topology, Missing.CREATE);
    TopologyCheck.run(connection, topology, Missing.CREATE);
    TopologyCheck.run(connection, topology, Missing.REFUSE);

    var queues = rabbit.ctl("list_queues", "-p", virtualHost, "-q", "name", "type");
    assertThat(queues.lines().filter(line -> line.endsWith("\tquorum")).count())
        .isEqualTo(topology.queues().size());
  }

  @Test
  void a_message_walks_from_a_tier_to_its_work_queue() throws Exception {
    TopologyCheck.run(connection, topology, Missing.CREATE);
    try (var channel = connection.createChannel()) {
      channel.basicPublish(Names.RETRY, Tier.parse("1s").name(), null, new byte[] {1});
      await().until(() -> channel.basicGet(Names.NOTIFY_DELIVERIES, true) != null);
    }
  }

  @Test
  void a_rejected_message_lands_in_the_dead_letter_queue_of_its_origin() throws Exception {
    TopologyCheck.run(connection, topology, Missing.CREATE);
    var dead = Names.deadLetterQueue(Names.CORE_CALLBACKS);
    try (var channel = connection.createChannel()) {
      channel.basicPublish(Names.CALLBACKS, "hmac", null, new byte[] {1});
      await()
          .until(
              () -> {
                var got = channel.basicGet(Names.CORE_CALLBACKS, false);
                if (got != null) {
                  channel.basicReject(got.getEnvelope().getDeliveryTag(), false);
                }
                return got != null;
              });
      await().until(() -> channel.basicGet(dead, true) != null);
    }
  }

  @Test
  void a_queue_with_another_argument_is_named_with_the_argument() throws Exception {
    try (var channel = connection.createChannel()) {
      channel.queueDeclare(
          Names.CORE_CALLBACKS,
          true,
          false,
          false,
          Map.of("x-queue-type", "quorum", "x-delivery-limit", 3));
    }
    assertThatThrownBy(() -> TopologyCheck.run(connection, topology, Missing.CREATE))
        .isInstanceOf(TopologyMismatchException.class)
        .hasMessageContaining("queue " + Names.CORE_CALLBACKS + ":")
        .hasMessageContaining("x-d") // the argument in RabbitMQ's own words
        .hasMessageNotContaining(Names.NOTIFY_SETTLEMENTS);
    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void an_exchange_of_another_type_is_named() throws Exception {
    try (var channel = connection.createChannel()) {
      channel.exchangeDeclare(Names.DEAD, "fanout", true);
    }
    assertThatThrownBy(() -> TopologyCheck.run(connection, topology, Missing.CREATE))
        .isInstanceOf(TopologyMismatchException.class)
        .hasMessageContaining("exchange " + Names.DEAD + ":");
  }

  @Test
  void an_empty_broker_that_others_provision_is_refused_with_every_missing_part() {
    assertThatThrownBy(() -> TopologyCheck.run(connection, topology, Missing.REFUSE))
        .isInstanceOf(TopologyMismatchException.class)
        .hasMessageContainingAll(names().toArray(CharSequence[]::new));
    assertThat(rabbit.ctl("list_queues", "-p", virtualHost, "-q", "name").lines().skip(1))
        .isEmpty();
    assertThat(rabbit.ctl("list_exchanges", "-p", virtualHost, "-q", "name"))
        .doesNotContain("payrelay");
  }

  private List<String> names() {
    return Stream.concat(
            topology.exchanges().stream().map(exchange -> "exchange " + exchange.name() + ":"),
            topology.queues().stream().map(queue -> "queue " + queue.name() + ":"))
        .toList();
  }
}

package io.payrelay.testkit.broker;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.broker.PublishOutcome;
import io.payrelay.common.broker.PublishOutcome.Reason;
import io.payrelay.common.broker.PublishOutcome.Refused;
import io.payrelay.common.broker.PublishOutcome.Stored;
import io.payrelay.common.broker.PublishOutcome.Unknown;
import io.payrelay.common.broker.PublisherSettings;
import io.payrelay.testkit.RabbitServer;
import io.payrelay.testkit.Servers;
import io.payrelay.testkit.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class ConfirmingPublisherTest {

  private static final Duration CONFIRM = Duration.ofSeconds(2);
  private static final PublisherSettings ORDINARY =
      new PublisherSettings(4, 512, CONFIRM, Duration.ofMillis(100));
  private static final String QUEUE = "work";
  private static final String FULL = "full";

  private final RabbitServer rabbit = Servers.rabbit();
  private final String virtualHost = rabbit.newVirtualHost();

  @BeforeAll
  void declareQueues() throws Exception {
    try (var connection = connect();
        var channel = channel(connection)) {
      channel.queueDeclare(QUEUE, true, false, false, Map.of("x-queue-type", "quorum"));
      channel.queueDeclare(
          FULL, true, false, false, Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
    }
  }

  @Test
  void a_message_that_reached_a_queue_is_stored() throws Exception {
    purge();
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      assertThat(publisher.publishAndAwait(to(QUEUE))).isEqualTo(new Stored());
    }
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void a_message_that_no_queue_wants_is_refused_although_the_broker_confirms_it() {
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      assertThat(publisher.publishAndAwait(to("nobody"))).isEqualTo(new Refused(Reason.UNROUTABLE));
    }
  }

  @Test
  void among_many_in_flight_each_message_gets_its_own_outcome() throws Exception {
    purge();
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      var outcomes =
          publishAll(
              publisher, IntStream.range(0, 400).mapToObj(i -> i % 2 == 0 ? QUEUE : "nobody"));
      for (int i = 0; i < outcomes.size(); i++) {
        assertThat(outcomes.get(i).join())
            .isEqualTo(i % 2 == 0 ? new Stored() : new Refused(Reason.UNROUTABLE));
      }
    }
    assertThat(stored()).isEqualTo(200);
  }

  @Test
  void a_full_queue_says_no() {
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      await().until(() -> publisher.publishAndAwait(to(FULL)).equals(new Refused(Reason.NACKED)));
    }
  }

  @Test
  void a_missing_exchange_costs_one_connection_and_not_the_publisher() {
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      var lost =
          new OutboundMessage("no-such-exchange", "key", "msg-lost", Map.of(), new byte[] {1});
      assertThat(publisher.publishAndAwait(lost)).isInstanceOf(Unknown.class);
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> publisher.publishAndAwait(to(QUEUE)).isStored());
    }
  }

  @Test
  void a_stopped_broker_refuses_and_heals_without_help() {
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      rabbit.stop();
      try {
        await()
            .atMost(Duration.ofSeconds(5))
            .until(
                () -> publisher.publishAndAwait(to(QUEUE)).equals(new Refused(Reason.BROKER_AWAY)));
        assertThat(publisher.isReady()).isFalse();
      } finally {
        rabbit.start();
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> publisher.publishAndAwait(to(QUEUE)).isStored());
    }
  }

  @Test
  void what_was_stored_survives_a_kill_and_nothing_hangs() throws Exception {
    purge();
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      var outcomes = new ArrayList<CompletableFuture<PublishOutcome>>();
      var killer = Thread.ofPlatform().start(rabbit::kill);
      while (killer.isAlive()) {
        outcomes.add(publisher.publish(to(QUEUE)));
        Thread.sleep(1);
      }
      killer.join();
      rabbit.start();
      CompletableFuture.allOf(outcomes.toArray(CompletableFuture<?>[]::new))
          .get(CONFIRM.toMillis() * 2, MILLISECONDS);
      long confirmed = outcomes.stream().filter(outcome -> outcome.join().isStored()).count();
      assertThat(confirmed).isPositive().isLessThan(outcomes.size());
      await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> stored() >= confirmed);
    }
  }

  @Test
  void an_alarm_blocks_within_the_deadline_and_its_end_unblocks() {
    try (var publisher = ready(rabbit.factory(virtualHost), ORDINARY)) {
      rabbit.memoryAlarm(true);
      try {
        // The broker tells a connection that it is blocked when that connection next publishes.
        var first = publisher.publishAndAwait(to(QUEUE));
        assertThat(first)
            .matches(
                outcome ->
                    outcome instanceof Unknown || outcome.equals(new Refused(Reason.BLOCKED)));
        await().until(publisher::isBlocked);
        assertThat(publisher.publishAndAwait(to(QUEUE))).isEqualTo(new Refused(Reason.BLOCKED));
      } finally {
        rabbit.memoryAlarm(false);
      }
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> publisher.publishAndAwait(to(QUEUE)).isStored());
    }
  }

  @Test
  void a_confirm_that_does_not_come_is_unknown_at_the_deadline() {
    try (var proxy = new TcpProxy(rabbit.host(), rabbit.port());
        var publisher = ready(through(proxy), ORDINARY)) {
      proxy.stall();
      long before = System.nanoTime();
      assertThat(publisher.publishAndAwait(to(QUEUE))).isInstanceOf(Unknown.class);
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isBetween(CONFIRM.minusMillis(100), CONFIRM.plusSeconds(1));
      proxy.heal();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> publisher.publishAndAwait(to(QUEUE)).isStored());
    }
  }

  @Test
  void a_silent_broker_piles_up_no_more_than_the_permits_allow() {
    var few = new PublisherSettings(2, 8, CONFIRM, Duration.ofMillis(100));
    try (var proxy = new TcpProxy(rabbit.host(), rabbit.port());
        var publisher = ready(through(proxy), few)) {
      proxy.stall();
      var outcomes = publishAll(publisher, IntStream.range(0, 20).mapToObj(_ -> QUEUE));
      assertThat(outcomes.subList(8, 20))
          .allMatch(outcome -> outcome.getNow(new Stored()).equals(new Refused(Reason.OVERLOADED)));
      assertThat(outcomes.subList(0, 8)).allMatch(outcome -> outcome.join() instanceof Unknown);
      // Told as unknown, but still on the wire: the permits are not free before the broker answers.
      assertThat(publisher.publishAndAwait(to(QUEUE))).isEqualTo(new Refused(Reason.OVERLOADED));
      proxy.heal();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> publisher.publishAndAwait(to(QUEUE)).isStored());
    }
  }

  @Test
  void a_reset_connection_makes_the_confirms_in_flight_unknown_and_heals() {
    try (var proxy = new TcpProxy(rabbit.host(), rabbit.port());
        var publisher = ready(through(proxy), ORDINARY)) {
      proxy.stall();
      var outcomes = publishAll(publisher, IntStream.range(0, 20).mapToObj(_ -> QUEUE));
      proxy.reset();
      assertThat(outcomes).noneMatch(outcome -> outcome.join().isStored());
      proxy.heal();
      await()
          .atMost(Duration.ofSeconds(15))
          .until(() -> publisher.publishAndAwait(to(QUEUE)).isStored());
    }
  }

  @Test
  void close_waits_for_what_is_in_flight() throws Exception {
    purge();
    var publisher = ready(rabbit.factory(virtualHost), ORDINARY);
    var outcomes = publishAll(publisher, IntStream.range(0, 300).mapToObj(_ -> QUEUE));
    publisher.close();
    assertThat(outcomes).allMatch(outcome -> outcome.getNow(new Unknown("not done")).isStored());
    assertThat(publisher.publishAndAwait(to(QUEUE))).isEqualTo(new Refused(Reason.CLOSED));
    assertThat(stored()).isEqualTo(300);
  }

  @Test
  void close_settles_everything_within_its_bound_even_if_the_broker_is_silent() {
    try (var proxy = new TcpProxy(rabbit.host(), rabbit.port())) {
      var publisher = ready(through(proxy), ORDINARY);
      proxy.stall();
      var outcomes = publishAll(publisher, IntStream.range(0, 50).mapToObj(_ -> QUEUE));
      long before = System.nanoTime();
      publisher.close();
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isLessThan(CONFIRM.multipliedBy(2).plusSeconds(1));
      assertThat(outcomes)
          .allMatch(CompletableFuture::isDone)
          .allMatch(outcome -> outcome.join() instanceof Unknown);
    }
  }

  private static List<CompletableFuture<PublishOutcome>> publishAll(
      ConfirmingPublisher publisher, Stream<String> keys) {
    return keys.map(key -> publisher.publish(to(key))).toList();
  }

  private static OutboundMessage to(String queue) {
    return new OutboundMessage("", queue, UUID.randomUUID().toString(), Map.of(), new byte[] {1});
  }

  private static ConfirmingPublisher ready(ConnectionFactory factory, PublisherSettings settings) {
    var publisher = new ConfirmingPublisher("test", factory, settings, new SimpleMeterRegistry());
    await().atMost(Duration.ofSeconds(20)).until(publisher::isReady);
    return publisher;
  }

  private ConnectionFactory through(TcpProxy proxy) {
    var factory = rabbit.factory(virtualHost);
    factory.setHost(proxy.host());
    factory.setPort(proxy.port());
    return factory;
  }

  private Connection connect() throws Exception {
    return rabbit.factory(virtualHost).newConnection();
  }

  private static Channel channel(Connection connection) throws Exception {
    var channel = connection.createChannel();
    if (channel == null) {
      throw new IllegalStateException("no channel");
    }
    return channel;
  }

  private void purge() throws Exception {
    try (var connection = connect();
        var channel = channel(connection)) {
      channel.queuePurge(QUEUE);
    }
  }

  private long stored() throws Exception {
    try (var connection = connect();
        var channel = channel(connection)) {
      return channel.messageCount(QUEUE);
    }
  }
}

package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.event.OrderEventType;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.core.RunningCore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.AnonymousQueue;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Binding.DestinationType;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

class ThroughTheBrokerTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final RunningCore core = RunningCore.get();
  private final EventCodec codec = core.bean(EventCodec.class);
  private final ConfirmingPublisher publisher = core.bean(ConfirmingPublisher.class);
  private final RabbitTemplate rabbit = new RabbitTemplate(core.bean(ConnectionFactory.class));
  private final Shop shop = Shop.open();

  @Test
  void a_callback_becomes_rows_and_an_event_of_the_same_trace() {
    var events = eventsOf("payment.succeeded");
    var orderNo = shop.payingOrder();
    var trace = TraceParent.continueOrBegin(null);

    send(shop.paid(orderNo, "t-" + orderNo), trace);

    await().atMost(LIMIT).until(() -> shop.status(orderNo).equals("SUCCESS"));
    var message = nextOf(events, orderNo);
    var event = event(message);
    assertThat(event.eventType()).isEqualTo(OrderEventType.PAYMENT_SUCCEEDED);
    assertThat(event.amount()).isEqualTo(Shop.PRICE);
    assertThat(event.merchantNo()).isEqualTo(shop.merchantNo());
    assertThat(event.transactionId()).isEqualTo("t-" + orderNo);
    assertThat(event.sequence()).isEqualTo(1);
    assertThat(message.getMessageProperties().getMessageId()).isEqualTo(event.eventId());
    assertThat(header(message, TraceParent.HEADER)).contains(trace.traceId());
    await().atMost(LIMIT).until(() -> receiptOf(orderNo).equals(List.of("settled")));
    shop.checkInvariants();
  }

  @Test
  void ten_deliveries_at_once_are_one_booking() {
    var orderNo = shop.payingOrder();

    for (int i = 0; i < 10; i++) {
      send(shop.paid(orderNo, "t-" + orderNo), TraceParent.continueOrBegin(null));
    }

    await().atMost(LIMIT).until(() -> shop.status(orderNo).equals("SUCCESS"));
    await().atMost(LIMIT).until(() -> waiting(Names.CORE_CALLBACKS) == 0);
    assertThat(shop.balance()).isEqualTo(59_900);
    shop.checkInvariants();
  }

  @Test
  void a_callback_that_outruns_its_order_is_settled_once_the_order_exists() {
    var orderNo = "O" + Shop.unique();

    send(shop.paid(orderNo, "t-" + orderNo), TraceParent.continueOrBegin(null));
    await().atMost(LIMIT).until(() -> waiting("order-core.callbacks.retry.1s") == 1);
    shop.order(orderNo);

    await().atMost(LIMIT).until(() -> shop.status(orderNo).equals("SUCCESS"));
    shop.checkInvariants();
  }

  @Test
  void a_held_lock_sends_it_through_the_tier_twice_and_then_the_database_decides() {
    var orderNo = shop.payingOrder();
    var keys = GuardKeys.of(orderNo, shop, "t-" + orderNo);
    keys.lockedByAnother();

    send(shop.paid(orderNo, "t-" + orderNo), TraceParent.continueOrBegin(null));

    await().atMost(LIMIT).until(() -> shop.status(orderNo).equals("SUCCESS"));
    assertThat(keys.redis().opsForHash().get(keys.handle(), "status")).isEqualTo("lock_busy");
    assertThat(keys.redis().hasKey(keys.lock())).isTrue();
    shop.checkInvariants();
  }

  @Test
  void a_stop_while_the_database_is_away_hands_the_batch_back_and_loses_nothing() {
    var container = core.bean(SimpleMessageListenerContainer.class);
    var orderNo = shop.payingOrder();
    int linesBefore = core.logged().size();
    core.postgresProxy().cut();
    try {
      send(shop.paid(orderNo, "t-" + orderNo), TraceParent.continueOrBegin(null));
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  core.logged().stream()
                      .skip(linesBefore)
                      .anyMatch(line -> line.contains("settlement.database_away")));
      container.stop();
      // The broker takes it back a moment after the consumer has gone.
      await().atMost(LIMIT).until(() -> waiting(Names.CORE_CALLBACKS) == 1);
    } finally {
      core.postgresProxy().heal();
      container.start();
    }

    await().atMost(LIMIT).until(() -> shop.status(orderNo).equals("SUCCESS"));
    shop.checkInvariants();
  }

  /** The look for a booked payment, while another holds the lock, meets the same outage. */
  @Test
  void an_outage_of_the_database_counts_nothing_even_while_another_holds_the_lock() {
    var orderNo = shop.payingOrder();
    GuardKeys.of(orderNo, shop, "t-" + orderNo).lockedByAnother();
    int linesBefore = core.logged().size();
    core.postgresProxy().cut();
    try {
      send(shop.paid(orderNo, "t-" + orderNo), TraceParent.continueOrBegin(null));
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  core.logged().stream()
                          .skip(linesBefore)
                          .filter(line -> line.contains("settlement.database_away"))
                          .count()
                      >= 2);
    } finally {
      core.postgresProxy().heal();
    }

    await().atMost(LIMIT).until(() -> shop.status(orderNo).equals("SUCCESS"));
    assertThat(core.logged().stream().skip(linesBefore))
        .noneMatch(line -> line.contains("settlement.failed"));
    shop.checkInvariants();
  }

  @Test
  void an_unreadable_message_becomes_a_dead_letter_with_its_cause() {
    var id = "broken-" + Shop.unique();
    send(
        new OutboundMessage(
            Names.CALLBACKS,
            "hmac",
            id,
            Map.of(Names.TYPE, "callback.received", Names.SCHEMA_VERSION, 1),
            "{".getBytes(StandardCharsets.UTF_8)));

    var letter = nextWithId(Names.deadLetterQueue(Names.CORE_CALLBACKS), id);

    assertThat(letter.getMessageProperties().getHeaders())
        .containsEntry(DeadLetterHeaders.CAUSE, "UNREADABLE")
        .containsEntry(DeadLetterHeaders.ORIGIN, Names.CORE_CALLBACKS);
  }

  @Test
  void a_poison_callback_dies_alone_and_its_neighbours_are_settled() {
    var good = shop.payingOrder();
    // PostgreSQL has no text with a zero byte: this one fails whenever it is tried.
    var poison = shop.paid("O" + Shop.unique(), "t\0").arrival().callback();

    send(shop.paid(good, "t-" + good), TraceParent.continueOrBegin(null));
    send(
        OutboundMessage.of(
            Names.CALLBACKS,
            "hmac",
            poison.deliveryId(),
            poison,
            codec,
            TraceParent.continueOrBegin(null)));

    var letter = nextWithId(Names.deadLetterQueue(Names.CORE_CALLBACKS), poison.deliveryId());
    assertThat(letter.getMessageProperties().getHeaders())
        .containsEntry(DeadLetterHeaders.CAUSE, "REJECTED");
    await().atMost(LIMIT).until(() -> shop.status(good).equals("SUCCESS"));
  }

  @Test
  void while_the_database_is_away_nothing_is_counted_and_then_everything_is_settled() {
    var orderNo = shop.payingOrder();
    core.postgresProxy().cut();
    try {
      send(shop.paid(orderNo, "t-" + orderNo), TraceParent.continueOrBegin(null));
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  core.logged().stream()
                      .anyMatch(line -> line.contains("settlement.database_away")));
    } finally {
      core.postgresProxy().heal();
    }

    await().atMost(LIMIT).until(() -> shop.status(orderNo).equals("SUCCESS"));
    assertThat(waiting(Names.deadLetterQueue(Names.CORE_CALLBACKS))).isZero();
    shop.checkInvariants();
  }

  private void send(Shop.Notice notice, TraceParent trace) {
    var callback = notice.callback();
    send(
        OutboundMessage.of(Names.CALLBACKS, "hmac", callback.deliveryId(), callback, codec, trace));
  }

  private void send(OutboundMessage message) {
    await().atMost(LIMIT).until(publisher::isReady);
    assertThat(publisher.publishAndAwait(message).isStored()).isTrue();
  }

  private List<String> receiptOf(String orderNo) {
    return core.sql()
        .sql("select outcome from callback_receipt where order_no = ?")
        .param(orderNo)
        .query(String.class)
        .list();
  }

  private String eventsOf(String type) {
    var queue = new AnonymousQueue();
    var admin = new RabbitAdmin(core.bean(ConnectionFactory.class));
    admin.declareQueue(queue);
    admin.declareBinding(
        new Binding(queue.getName(), DestinationType.QUEUE, Names.SETTLEMENTS, type, Map.of()));
    return queue.getName();
  }

  private Message nextOf(String queue, String orderNo) {
    return await()
        .atMost(LIMIT)
        .until(
            () -> rabbit.receive(queue),
            message -> message != null && event(message).orderNo().equals(orderNo));
  }

  private Message nextWithId(String queue, String messageId) {
    return await()
        .atMost(LIMIT)
        .until(
            () -> rabbit.receive(queue),
            message ->
                message != null && messageId.equals(message.getMessageProperties().getMessageId()));
  }

  private OrderEvent event(Message message) {
    var type = header(message, Names.TYPE);
    return switch (codec.decode(type, 1, message.getBody())) {
      case Decoded.Known(OrderEvent event) -> event;
      case Decoded other -> throw new AssertionError("not an order event: " + other);
    };
  }

  private static String header(Message message, String name) {
    return String.valueOf(message.getMessageProperties().getHeaders().get(name));
  }

  private int waiting(String queue) {
    return rabbit.execute(channel -> channel.queueDeclarePassive(queue).getMessageCount());
  }
}

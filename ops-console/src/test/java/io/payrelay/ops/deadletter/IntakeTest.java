package io.payrelay.ops.deadletter;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.ops.OnRealServers;
import io.payrelay.testkit.Servers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntakeTest extends OnRealServers {

  private static final String DEAD_CALLBACKS = Names.deadLetterQueue(Names.CORE_CALLBACKS);

  @Test
  void a_letter_is_stored_once_though_it_is_delivered_twice() {
    var callback = callback(ids.orderNo());
    var letter =
        letter(Names.CORE_CALLBACKS, callback.deliveryId(), callback, DeadLetterCause.REJECTED, 0);

    publish(letter);
    publish(letter);
    var last = heldCallback(); // behind both in the same queue

    assertThat(last).isNotEmpty();
    assertThat(episodes(Names.CORE_CALLBACKS, callback.deliveryId())).isEqualTo(1);
    await().untilAsserted(() -> assertThat(depth(DEAD_CALLBACKS)).isZero());
  }

  @Test
  void each_origin_has_its_listener() {
    var event = callback(ids.orderNo());

    publish(
        letter(
            Names.NOTIFY_SETTLEMENTS,
            "s" + event.orderNo(),
            event,
            DeadLetterCause.UNKNOWN_TYPE,
            0));
    publish(
        letter(
            Names.NOTIFY_DELIVERIES, "d" + event.orderNo(), event, DeadLetterCause.NO_ENDPOINT, 0));

    var settlement =
        get("/api/dead-letters/" + stored(Names.NOTIFY_SETTLEMENTS, "s" + event.orderNo(), 0));
    var delivery =
        get("/api/dead-letters/" + stored(Names.NOTIFY_DELIVERIES, "d" + event.orderNo(), 0));
    assertThat(settlement.text("fault")).isEqualTo("POISON");
    assertThat(delivery.text("fault")).isEqualTo("MERCHANT");
    assertThat(delivery.text("orderNo")).isEqualTo(event.orderNo());
    assertThat(delivery.text("state")).isEqualTo("HELD");
    assertThat(delivery.text("diedAt")).isEqualTo("2026-03-01T12:00:00Z");
  }

  @Test
  void a_message_the_broker_gave_up_on_has_the_cause_delivery_limit() {
    var callback = callback(ids.orderNo());
    publish(
        new OutboundMessage(
            "",
            Names.CORE_CALLBACKS,
            callback.deliveryId(),
            headersOf(callback),
            codec.encode(callback)));

    returnUntilTheBrokerGivesUp(callback.deliveryId());

    var shown = get("/api/dead-letters/" + stored(Names.CORE_CALLBACKS, callback.deliveryId(), 0));
    assertThat(shown.text("cause")).isEqualTo("DELIVERY_LIMIT");
    assertThat(shown.text("fault")).isEqualTo("PIPELINE");
    assertThat(shown.text("orderNo")).isEqualTo(callback.orderNo());
    assertThat(shown.body().path("headers").has("x-death")).isTrue();
  }

  private void returnUntilTheBrokerGivesUp(String messageId) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              rabbit.execute(
                  channel -> {
                    var got = channel.basicGet(Names.CORE_CALLBACKS, false);
                    if (got != null) {
                      channel.basicNack(got.getEnvelope().getDeliveryTag(), false, true);
                    }
                    return got != null;
                  });
              return episodes(Names.CORE_CALLBACKS, messageId) == 1;
            });
  }

  @Test
  void a_poison_body_is_kept_to_the_byte_and_shown_as_base64() {
    byte[] poison = {(byte) 0xff, 0, 1, (byte) 0xc0};
    publishRaw(DEAD_CALLBACKS, new AMQP.BasicProperties.Builder().build(), poison);

    var id = stored(Names.CORE_CALLBACKS, "sha256:" + LetterReader.digest(poison), 0);

    var shown = get("/api/dead-letters/" + id);
    assertThat(shown.text("bodyEncoding")).isEqualTo("base64");
    assertThat(Base64.getDecoder().decode(shown.text("body"))).isEqualTo(poison);
    assertThat(shown.text("cause")).isEqualTo("REJECTED");
  }

  @Test
  void a_strangers_message_with_hostile_properties_is_stored_and_does_not_block_the_queue() {
    var hostile =
        new AMQP.BasicProperties.Builder()
            .messageId("evil\u0000\n" + ids.orderNo())
            .headers(
                Map.of(
                    DeadLetterHeaders.CAUSE,
                    "no\u0000such",
                    DeadLetterHeaders.DIED_AT,
                    "-999999999-01-01T00:00:00Z",
                    DeadLetterHeaders.REPLAY,
                    Long.MAX_VALUE,
                    "bytes",
                    new byte[] {0, 1},
                    "nul",
                    "a\u0000b"))
            .build();

    publishRaw(DEAD_CALLBACKS, hostile, "{\"body\":\"\u0000\"}".getBytes(StandardCharsets.UTF_8));

    assertThat(heldCallback()).isNotEmpty();
    await().untilAsserted(() -> assertThat(depth(DEAD_CALLBACKS)).isZero());
  }

  @Test
  void a_body_of_two_megabytes_is_stored_whole() {
    var body = new byte[2 * 1024 * 1024];
    new Random(7).nextBytes(body);
    publishRaw(DEAD_CALLBACKS, new AMQP.BasicProperties.Builder().messageId("big").build(), body);

    var id = stored(Names.CORE_CALLBACKS, "big", 0);

    assertThat(
            jdbc.sql("select body from dead_letter where id = ?")
                .param(id)
                .query(byte[].class)
                .single())
        .isEqualTo(body);
  }

  @Test
  void another_body_under_the_same_id_is_not_lost() {
    var properties = new AMQP.BasicProperties.Builder().messageId("twice-" + ids.orderNo()).build();
    var id = requireNonNull(properties.getMessageId());
    byte[] one = {1};
    byte[] two = {2};

    publishRaw(DEAD_CALLBACKS, properties, one);
    publishRaw(DEAD_CALLBACKS, properties, two);
    publishRaw(DEAD_CALLBACKS, properties, two);

    stored(Names.CORE_CALLBACKS, id, 0);
    stored(Names.CORE_CALLBACKS, id + "#" + LetterReader.digest(two).substring(0, 16), 0);
  }

  @Test
  void while_the_database_is_away_the_letter_stays_in_hand_and_is_not_returned() {
    var callback = callback(ids.orderNo());
    token();

    Servers.postgres().stop();
    try {
      publish(
          letter(
              Names.CORE_CALLBACKS, callback.deliveryId(), callback, DeadLetterCause.REJECTED, 0));
      var refused = get("/api/dead-letters");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.contentType()).startsWith("application/problem+json");
      assertThat(refused.text("code")).isEqualTo("store-unavailable");
      assertThat(actuator("/actuator/health/readiness").status()).isEqualTo(503);
      assertThat(actuator("/actuator/health/liveness").status()).isEqualTo(200);
    } finally {
      Servers.postgres().start();
    }

    var shown = get("/api/dead-letters/" + stored(Names.CORE_CALLBACKS, callback.deliveryId(), 0));
    assertThat(shown.status()).isEqualTo(200);
    // The broker counts what is returned to it: nothing was.
    assertThat(shown.body().path("headers").path("x-delivery-count").asInt(0)).isZero();
    await().untilAsserted(() -> assertThat(depth(DEAD_CALLBACKS)).isZero());
  }
}

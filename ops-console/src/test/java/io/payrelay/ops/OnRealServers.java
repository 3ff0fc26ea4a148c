package io.payrelay.ops;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.DeadNotification;
import io.payrelay.common.event.Event;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.common.security.ServiceTokens;
import io.payrelay.testkit.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as it runs, over the real broker and database. All test classes share one. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "management.server.port=0",
      "payrelay.service-key=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
      "payrelay.replay.read-timeout=1s",
      "payrelay.intake.retry-least=50ms",
      "payrelay.intake.retry-most=500ms",
      "payrelay.gauges.every=200ms",
    })
public abstract class OnRealServers {

  protected static final NotifyWorkerRole NOTIFY_WORKER = new NotifyWorkerRole();

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Autowired protected JdbcClient jdbc;
  @Autowired protected ConfirmingPublisher publisher;
  @Autowired protected RabbitTemplate rabbit;
  @Autowired protected EventCodec codec;
  @Autowired protected JsonMapper json;
  @Autowired protected Ids ids;
  @Autowired protected ServiceTokens services;
  @Autowired protected Environment environment;

  private static @Nullable String operatorToken;

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    Servers.rabbitProperties(registry, Servers.rabbit().newVirtualHost());
    Servers.postgresProperties(registry, Servers.postgres().newDatabase());
    registry.add("payrelay.notify-worker.url", NOTIFY_WORKER::url);
  }

  /** An answer of the API. */
  public record Answer(int status, String contentType, JsonNode body) {
    public String text(String field) {
      return body.path(field).asString("");
    }
  }

  // --- HTTP

  protected Answer get(String path) {
    return call("GET", path, token(), null);
  }

  protected Answer post(String path, Map<String, ?> body) {
    return call("POST", path, token(), json.writeValueAsString(body));
  }

  protected Answer call(String method, String path, @Nullable String token, @Nullable String body) {
    return callPort("local.server.port", method, path, token, body);
  }

  protected Answer actuator(String path) {
    return callPort("local.management.port", "GET", path, null, null);
  }

  private Answer callPort(
      String port, String method, String path, @Nullable String token, @Nullable String body) {
    var request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + environment.getRequiredProperty(port) + path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      var response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body().length == 0 ? json.createObjectNode() : json.readTree(response.body()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The token of the operator {@code ada}. */
  protected synchronized String token() {
    if (operatorToken == null) {
      var created = createOperator("{\"login\":\"ada\",\"replace\":true}");
      assertThat(created.status()).isEqualTo(201);
      operatorToken = created.text("token");
    }
    return requireNonNull(operatorToken);
  }

  protected Answer createOperator(String body) {
    return call("POST", "/internal/operators", services.issue("payrelay", "ops-console"), body);
  }

  // --- broker

  protected CallbackReceived callback(String orderNo) {
    return new CallbackReceived(
        ids.deliveryId(),
        "hmac",
        "hmac",
        "sandbox",
        true,
        NoticeKind.PAID,
        orderNo,
        "T" + orderNo,
        Money.ofMinor(59900, "CNY"),
        null,
        null,
        "00",
        Instant.parse("2026-03-01T12:00:00Z"));
  }

  protected DeadNotification deadNotification(String orderNo, int replayNo) {
    return new DeadNotification(
        "ntf_" + orderNo,
        replayNo,
        "M1",
        orderNo,
        "payment.succeeded",
        Money.ofMinor(59900, "CNY"),
        7,
        "STATUS",
        503,
        "merchant.example");
  }

  protected Map<String, Object> headersOf(Event event) {
    return new HashMap<>(
        Map.of(Names.TYPE, event.type(), Names.SCHEMA_VERSION, event.schemaVersion()));
  }

  /** A letter as our services write it. */
  protected OutboundMessage letter(
      String origin, String messageId, Event event, DeadLetterCause cause, int replayNo) {
    var headers = headersOf(event);
    if (replayNo > 0) {
      headers.put(DeadLetterHeaders.REPLAY, replayNo);
    }
    return DeadLetterHeaders.letter(
        origin,
        messageId,
        headers,
        codec.encode(event),
        cause,
        "because of " + cause,
        Instant.parse("2026-03-01T12:00:00Z"));
  }

  protected void publish(OutboundMessage message) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(publisher.publishAndAwait(message).isStored()).isTrue());
  }

  /** Publishes with any properties at all, as a stranger could. */
  protected void publishRaw(String queue, AMQP.BasicProperties properties, byte[] body) {
    rabbit.execute(
        channel -> {
          channel.basicPublish("", queue, properties, body);
          return true;
        });
  }

  protected int depth(String queue) {
    Integer depth = rabbit.execute(channel -> channel.queueDeclarePassive(queue).getMessageCount());
    return requireNonNull(depth);
  }

  /** Takes the message with this id out of a queue. */
  protected GetResponse take(String queue, String messageId) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                Optional.ofNullable(
                    rabbit.<GetResponse>execute(channel -> channel.basicGet(queue, true))),
            taken -> taken.filter(m -> messageId.equals(m.getProps().getMessageId())).isPresent())
        .orElseThrow();
  }

  // --- store

  protected int episodes(String origin, String messageId) {
    return jdbc.sql("select count(*) from dead_letter where origin = ? and message_id = ?")
        .params(origin, messageId)
        .query(Integer.class)
        .single();
  }

  /** Waits until this episode is stored, and returns its id. */
  protected String stored(String origin, String messageId, int replayNo) {
    return await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                jdbc.sql(
                        "select id from dead_letter where origin = ? and message_id = ? and replay_no = ?")
                    .params(origin, messageId, replayNo)
                    .query(String.class)
                    .optional(),
            Optional::isPresent)
        .orElseThrow();
  }

  /** A held letter of a callback; its id. */
  protected String heldCallback() {
    var callback = callback(ids.orderNo());
    publish(
        letter(Names.CORE_CALLBACKS, callback.deliveryId(), callback, DeadLetterCause.REJECTED, 0));
    return stored(Names.CORE_CALLBACKS, callback.deliveryId(), 0);
  }

  /** A held letter of a notification; its id. */
  protected String heldNotification() {
    var dead = deadNotification(ids.orderNo(), 0);
    publish(
        letter(
            Names.NOTIFY_DELIVERIES,
            dead.notificationId(),
            dead,
            DeadLetterCause.PLAN_EXHAUSTED,
            0));
    return stored(Names.NOTIFY_DELIVERIES, dead.notificationId(), 0);
  }
}

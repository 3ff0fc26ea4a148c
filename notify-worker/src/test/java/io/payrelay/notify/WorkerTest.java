package io.payrelay.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.event.OrderEventType;
import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.common.security.ServiceTokens;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.messaging.Nudges;
import io.payrelay.notify.sweep.Sweeper;
import io.payrelay.testkit.PostgresServer;
import io.payrelay.testkit.ScriptedReceiver;
import io.payrelay.testkit.Servers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The worker on real servers, one context for all tests. The sweeper runs only when a test says so.
 */
@SpringBootTest(
    classes = NotifyWorker.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "payrelay.service-key=" + WorkerTest.KEY,
      "payrelay.notify.secret-key=" + WorkerTest.KEY,
      "payrelay.notify.https-only=false",
      "payrelay.notify.allowed-networks=127.0.0.0/8",
      "payrelay.notify.deadline=6s",
      "payrelay.notify.lease=12s",
      "payrelay.notify.plans.short=1s,1s",
      "payrelay.notify.plans.one=15s",
      "payrelay.notify.plans.slow=30m",
      "payrelay.notify.sweep.every=1h",
      "payrelay.notify.sweep.grace=100ms",
      "payrelay.notify.sweep.spacing=1s",
      "management.server.port=0"
    })
@Import(ScriptedNames.class)
public abstract class WorkerTest {

  protected static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  protected static final Duration SOON = Duration.ofSeconds(20);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final PostgresServer.Database DATABASE = Servers.postgres().newDatabase();
  private static final String VIRTUAL_HOST = Servers.rabbit().newVirtualHost();

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    Servers.rabbitProperties(registry, VIRTUAL_HOST);
    Servers.postgresProperties(registry, DATABASE);
  }

  @Autowired protected JdbcClient jdbc;
  @Autowired protected Sweeper sweeper;
  @Autowired protected ConfirmingPublisher publisher;
  @Autowired protected EventCodec codec;
  @Autowired protected Nudges nudges;
  @Autowired protected Ids ids;
  @Autowired protected RabbitTemplate rabbit;
  @Autowired private ServiceTokens tokens;
  @LocalServerPort private int port;

  protected final TraceParent trace = TraceParent.continueOrBegin(null);
  protected final ScriptedReceiver receiver = new ScriptedReceiver();

  @BeforeEach
  void quiet() {
    purge(Names.NOTIFY_DELIVERIES + ".dlq");
    purge(Names.NOTIFY_SETTLEMENTS + ".dlq");
  }

  @AfterEach
  void closeReceiver() {
    receiver.close();
  }

  /** An answer of the internal API. */
  protected record Api(int status, JsonNode json) {
    public String text(String field) {
      return json.path(field).asString("");
    }
  }

  /** A merchant with an endpoint. */
  protected record Merchant(String merchantNo, String endpointId, String secret) {}

  protected Merchant merchant(String plan) {
    return merchant(receiver.url("/hook"), plan);
  }

  protected Merchant merchant(String url, String plan) {
    var merchantNo = ids.merchantNo();
    var answer = createEndpoint(merchantNo, url, plan);
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
    return new Merchant(merchantNo, answer.text("endpointId"), answer.text("secret"));
  }

  protected Api createEndpoint(String merchantNo, String url, String plan) {
    return post(
        "/internal/endpoints",
        "{\"merchantNo\":\"%s\",\"url\":\"%s\",\"plan\":\"%s\",\"ackRule\":\"BODY_SUCCESS\"}"
            .formatted(merchantNo, url, plan));
  }

  protected OrderEvent settled(String merchantNo) {
    return settled(merchantNo, null);
  }

  protected OrderEvent settled(String merchantNo, @Nullable String notifyUrlId) {
    var orderNo = ids.orderNo();
    return new OrderEvent(
        ids.eventId(),
        OrderEventType.PAYMENT_SUCCEEDED,
        merchantNo,
        orderNo,
        "shop-" + orderNo,
        Money.ofMinor(59900, "CNY"),
        "hmac",
        "tx-" + orderNo,
        Instant.parse("2026-01-02T03:04:05Z"),
        1,
        notifyUrlId);
  }

  /** Publishes the event as order-core does. */
  protected void publish(OrderEvent event) {
    if (!publisher.publishAndAwait(message(event)).isStored()) {
      await().atMost(SOON).until(() -> publisher.publishAndAwait(message(event)).isStored());
    }
  }

  /** Publishes all at once. */
  protected void publishAll(List<OrderEvent> events) {
    var outcomes = events.stream().map(event -> publisher.publish(message(event))).toList();
    assertThat(outcomes).allMatch(outcome -> outcome.join().isStored());
  }

  private OutboundMessage message(OrderEvent event) {
    return OutboundMessage.of(
        Names.SETTLEMENTS, event.type(), event.eventId(), event, codec, trace);
  }

  /** Publishes a settlement of a merchant on that plan, and returns the order's number. */
  protected String settle(String plan) {
    var event = settled(merchant(plan).merchantNo());
    publish(event);
    return event.orderNo();
  }

  protected void nudge(String id, int attempt) {
    assertThat(nudges.now(new DeliveryNudge(id, attempt), trace).join().isStored()).isTrue();
  }

  protected String idOf(String orderNo) {
    return await()
        .atMost(SOON)
        .until(
            () ->
                jdbc.sql("select notification_id from notification where order_no = :o")
                    .param("o", orderNo)
                    .query(String.class)
                    .optional()
                    .orElse(""),
            id -> !id.isEmpty());
  }

  protected String text(String id, String column) {
    return jdbc.sql(
            "select coalesce(cast(%s as text), '-') from notification where notification_id = :id"
                .formatted(column))
        .param("id", id)
        .query(String.class)
        .single();
  }

  protected int number(String id, String column) {
    return Integer.parseInt(text(id, column));
  }

  protected void awaitState(String id, String state) {
    awaitState(id, state, SOON);
  }

  protected void awaitState(String id, String state, Duration atMost) {
    await().atMost(atMost).until(() -> text(id, "state"), state::equals);
  }

  /** The attempts' outcomes in order, manual ones marked. */
  protected List<String> outcomes(String id) {
    return jdbc.sql(
            """
            select outcome || case kind when 'MANUAL' then '!' else '' end
            from attempt
            where notification_id = :id
            order by attempt
            """)
        .param("id", id)
        .query(String.class)
        .list();
  }

  protected int update(String sql, String id) {
    return jdbc.sql("update notification set " + sql + " where notification_id = :id")
        .param("id", id)
        .update();
  }

  protected int purge(String queue) {
    var purged = rabbit.execute(channel -> channel.queuePurge(queue).getMessageCount());
    return purged == null ? 0 : purged;
  }

  protected int waiting(String queue) {
    var count = rabbit.execute(channel -> (int) channel.messageCount(queue));
    return count == null ? 0 : count;
  }

  protected Message deadLetter(String origin) {
    var letter = rabbit.receive(Names.deadLetterQueue(origin), SOON.toMillis());
    if (letter == null) {
      throw new AssertionError("no dead letter came from " + origin);
    }
    return letter;
  }

  protected static @Nullable Object header(Message message, String name) {
    return message.getMessageProperties().getHeaders().get(name);
  }

  protected Api get(String path) {
    return call("GET", path, "", tokens.issue("test", "notify-worker"));
  }

  protected Api post(String path, String json) {
    return call("POST", path, json, tokens.issue("test", "notify-worker"));
  }

  protected Api call(String method, String path, String json, String token) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      var response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      return new Api(response.statusCode(), JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}

package io.payrelay.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.Names;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.common.redis.ExpectedAmount;
import io.payrelay.common.redis.RedisKeys;
import io.payrelay.common.redis.SuccessMark;
import io.payrelay.testkit.Servers;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole service over HTTP, with a real RabbitMQ and a real Redis. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "management.server.port=0",
      "payrelay.ingress.max-in-flight=220",
      "payrelay.ingress.body-timeout=1s",
      "payrelay.accounts[0].channel=hmac",
      "payrelay.accounts[0].account=shop",
      "payrelay.accounts[0].keys[0].id=k1",
      "payrelay.accounts[0].keys[0].secret=" + CallbackIngressTest.SECRET
    })
@ExtendWith(OutputCaptureExtension.class)
class CallbackIngressTest {

  static final String SECRET = "this-secret-must-never-be-in-a-log";
  private static final String SHOP = "/callbacks/hmac/shop";
  private static final String SUCCESS = "{\"code\":\"SUCCESS\",\"message\":\"OK\"}";
  private static final HmacSender SENDER = new HmacSender(SECRET);
  private static final AtomicInteger PAYMENTS = new AtomicInteger();

  private static String virtualHost = "";

  @Value("${local.server.port}")
  private int port;

  @Value("${local.management.port}")
  private int managementPort;

  @Autowired private StringRedisTemplate redis;
  @Autowired private MeterRegistry meters;

  private Wire wire;
  private final String order = "ORDER" + PAYMENTS.incrementAndGet();
  private final String transaction = "tx-" + order;
  private final byte[] paid = HmacSender.body(order, transaction, "599.00", "SUCCESS");

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    virtualHost = Servers.rabbit().newVirtualHost();
    Servers.rabbitProperties(registry, virtualHost);
    Servers.redisProperties(registry);
  }

  @BeforeEach
  void open() throws Exception {
    wire = new Wire(Servers.rabbit().factory(virtualHost), port);
    wire.published();
  }

  @AfterEach
  void close(CapturedOutput output) {
    wire.close();
    assertThat(output).doesNotContain(SECRET).doesNotContain("\tat ");
  }

  @Test
  void a_verified_callback_is_published_once_with_its_headers_and_acknowledged() throws Exception {
    var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    var answer =
        wire.send(
            wire.to(SHOP)
                .header("X-Signature", SENDER.header(Instant.now(), paid))
                .header("traceparent", trace)
                .POST(BodyPublishers.ofByteArray(paid)));

    assertAcknowledged(answer);
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
    var messages = wire.published();
    assertThat(messages).hasSize(1);
    var message = messages.getFirst();
    var callback = decode(message);
    assertThat(message.getEnvelope().getExchange()).isEqualTo(Names.CALLBACKS);
    assertThat(message.getEnvelope().getRoutingKey()).isEqualTo("hmac");
    assertThat(message.getProps().getMessageId()).isEqualTo(callback.deliveryId());
    assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
    assertThat(message.getProps().getHeaders())
        .hasEntrySatisfying("type", CallbackIngressTest::isType);
    assertThat(header(message, "traceparent"))
        .startsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-")
        .isNotEqualTo(trace);
    assertThat(callback)
        .usingRecursiveComparison()
        .ignoringFields("deliveryId", "bodyDigest", "receivedAt")
        .isEqualTo(
            new CallbackReceived(
                "",
                "hmac",
                "hmac",
                "shop",
                true,
                NoticeKind.PAID,
                order,
                transaction,
                Money.ofMinor(59_900, "CNY"),
                Instant.parse("2026-03-01T02:00:00Z"),
                null,
                "",
                Instant.EPOCH,
                Base64.getEncoder().encodeToString(paid)));
    assertThat(callback.deliveryId()).startsWith("cb_");
    assertThat(callback.bodyDigest()).matches("[0-9a-f]{64}");
    assertThat(callback.receivedAt()).isBetween(Instant.now().minusSeconds(30), Instant.now());
  }

  @Test
  void what_cannot_be_believed_is_refused_in_the_channels_words_and_never_published(
      CapturedOutput output) throws Exception {
    var now = Instant.now();
    var changed = paid.clone();
    changed[20] ^= 1;
    assertRefused(wire.post(SHOP, SENDER.header(now, paid), changed), 401);
    assertRefused(wire.send(wire.to(SHOP).POST(BodyPublishers.ofByteArray(paid))), 401);
    var then = Instant.parse("2021-01-01T00:00:00Z");
    assertRefused(wire.post(SHOP, SENDER.header(then, paid), paid), 401);
    var megabyte = new byte[1 << 20];
    assertRefused(wire.post(SHOP, SENDER.header(now, megabyte), megabyte), 413);
    assertRefused(wire.post("/callbacks/hmac/else", SENDER.header(now, paid), paid), 404);
    var get = wire.send(wire.to(SHOP).GET());
    assertRefused(get, 405);
    assertThat(get.headers().firstValue("allow")).hasValue("POST");
    var malformed = HmacSender.body(order, transaction, "599.001", "SUCCESS");
    assertRefused(wire.post(SHOP, SENDER.header(now, malformed), malformed), 400);

    wire.assertNothingPublished();
    assertThat(output).doesNotContain(transaction);
    assertThat(
            meters
                .counter(
                    "payrelay.ingress.rejections",
                    "channel",
                    "hmac",
                    "account",
                    "shop",
                    "reason",
                    "timestamp_outside_tolerance")
                .count())
        .isPositive();
  }

  @Test
  void a_path_without_a_known_channel_is_a_problem() throws Exception {
    for (var path :
        new String[] {
          "/callbacks/owl/shop", "/callbacks/hmac", "/callbacks", SHOP + "/x", "/error"
        }) {
      var answer = wire.post(path, SENDER.header(Instant.now(), paid), paid);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
    }
    wire.assertNothingPublished();
  }

  @Test
  void every_method_but_post_is_refused_and_no_form_is_parsed() throws Exception {
    for (var method : new String[] {"PUT", "DELETE", "PATCH", "OPTIONS"}) {
      var form = BodyPublishers.ofByteArray(paid);
      assertRefused(
          wire.send(
              wire.to(SHOP)
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .method(method, form)),
          405);
    }
  }

  @Test
  void the_bytes_are_verified_as_they_came_whatever_their_type_says() throws Exception {
    for (var type :
        new String[] {
          "application/x-www-form-urlencoded;charset=GBK", "multipart/form-data;boundary=x", "?"
        }) {
      assertAcknowledged(
          wire.send(
              wire.to(SHOP + "?amount=1.00&_method=DELETE")
                  .header("Content-Type", type)
                  .header("X-Signature", SENDER.header(Instant.now(), paid))
                  .POST(BodyPublishers.ofByteArray(paid))));
    }
    assertThat(wire.published()).hasSize(3);
  }

  @Test
  void a_chunked_body_is_counted_while_it_is_read() throws Exception {
    assertAcknowledged(postChunked(paid));
    assertRefused(postChunked(new byte[64 * 1024 + 1]), 413);
    assertRefused(postChunked(new byte[64 * 1024]), 400);
    assertThat(wire.published()).hasSize(1);
  }

  private HttpResponse<String> postChunked(byte[] body) throws Exception {
    return wire.send(
        wire.to(SHOP)
            .header("X-Signature", SENDER.header(Instant.now(), body))
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
  }

  @Test
  void a_sender_that_asks_first_is_told_that_it_is_too_much_before_it_sends() throws Exception {
    try (var socket =
        wire.raw(head("Content-Length: 1000000\r\nExpect: 100-continue\r\nConnection: close"))) {
      assertThat(Wire.answer(socket)).startsWith("HTTP/1.1 413").contains("\"FAIL\"");
    }
  }

  @Test
  void a_dripping_body_is_cut_at_the_deadline() throws Exception {
    try (var socket = wire.raw(head("Content-Length: 1000"))) {
      var dripping = Thread.ofVirtual().start(() -> drip(socket));
      assertWithin(
          Duration.ofSeconds(2),
          () -> assertThat(Wire.beginning(socket)).startsWith("HTTP/1.1 408"));
      dripping.interrupt();
    }
  }

  private static void drip(Socket socket) {
    try {
      while (true) {
        socket.getOutputStream().write('x');
        Thread.sleep(100);
      }
    } catch (java.io.IOException | InterruptedException e) {
      // the server has had enough
    }
  }

  @Test
  void a_sender_that_breaks_off_leaves_no_trace_in_the_queue_or_the_log() throws Exception {
    wire.raw(head("Content-Length: 1000") + "{").close();
    try (var socket = wire.raw(head("Transfer-Encoding: chunked") + "nonsense\r\n")) {
      assertThat(Wire.answer(socket)).startsWith("HTTP/1.1 4");
    }
    try (var socket = wire.raw("nonsense\r\n\r\n")) {
      assertThat(Wire.answer(socket)).startsWith("HTTP/1.1 400").doesNotContain("Tomcat");
    }
    wire.assertNothingPublished();
  }

  @Test
  void more_callbacks_than_may_be_in_flight_are_refused_before_any_work() throws Exception {
    var slow = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 220; i++) {
        slow.add(wire.raw(head("Content-Length: 1000") + "{"));
      }
      await()
          .atMost(Duration.ofSeconds(1))
          .untilAsserted(
              () -> assertRefused(wire.post(SHOP, SENDER.header(Instant.now(), paid), paid), 503));
    } finally {
      for (var socket : slow) {
        socket.close();
      }
    }
    await().untilAsserted(() -> assertAcknowledged(pay()));
  }

  @Test
  void the_success_mark_answers_this_payment_and_nothing_else() throws Exception {
    var key = RedisKeys.mark("hmac", "shop", transaction);
    redis.opsForValue().set(key, new SuccessMark(order, Money.ofMinor(59_900, "CNY")).encode());

    assertAcknowledged(pay());
    wire.assertNothingPublished();

    assertAcknowledged(send(HmacSender.body(order, transaction, "598.00", "SUCCESS")));
    assertAcknowledged(send(HmacSender.body("OTHER", transaction, "599.00", "SUCCESS")));
    assertAcknowledged(send(HmacSender.body(order, transaction, "599.00", "CLOSED")));
    assertThat(wire.published()).hasSize(3);

    redis.opsForValue().set(key, "PROCESSING|token");
    assertAcknowledged(pay());
    assertThat(wire.published()).hasSize(1);
  }

  @Test
  void a_known_other_amount_is_published_and_refused() throws Exception {
    expect(Money.ofMinor(59_900, "CNY"));
    assertAcknowledged(pay());
    for (var other : new Money[] {Money.ofMinor(59_800, "CNY"), Money.ofMinor(59_900, "USD")}) {
      expect(other);
      assertRefused(pay(), 422);
    }
    assertThat(wire.published()).hasSize(3);
  }

  @Test
  void a_known_other_amount_beats_the_success_mark() throws Exception {
    expect(Money.ofMinor(1, "CNY"));
    redis
        .opsForValue()
        .set(
            RedisKeys.mark("hmac", "shop", transaction),
            new SuccessMark(order, Money.ofMinor(59_900, "CNY")).encode());
    assertRefused(pay(), 422);
    assertThat(wire.published()).hasSize(1);
  }

  private void expect(Money amount) {
    redis.opsForValue().set(RedisKeys.expectedAmount(order), ExpectedAmount.encode(amount));
  }

  @Test
  void redis_away_changes_nothing_but_the_short_cut() throws Exception {
    Servers.redis().stop();
    try {
      for (int i = 0; i < 5; i++) {
        assertWithin(Duration.ofSeconds(2), () -> assertAcknowledged(pay()));
      }
      assertThat(wire.published()).hasSize(5);
      assertThat(health("readiness")).isEqualTo(200);
      assertThat(health("liveness")).isEqualTo(200);
    } finally {
      Servers.redis().start();
    }
    expectWhenBack(Money.ofMinor(1, "CNY"));
    await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertRefused(pay(), 422));
  }

  @Test
  void a_frozen_redis_costs_at_most_its_timeout() throws Exception {
    Servers.redis().pause();
    try {
      for (int i = 0; i < 5; i++) {
        assertWithin(Duration.ofSeconds(1), () -> assertAcknowledged(pay()));
      }
    } finally {
      Servers.redis().resume();
    }
    expectWhenBack(Money.ofMinor(1, "CNY"));
    await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertRefused(pay(), 422));
  }

  private void expectWhenBack(Money amount) {
    await()
        .atMost(Duration.ofSeconds(10))
        .ignoreExceptions()
        .until(
            () -> {
              expect(amount);
              return true;
            });
  }

  @Test
  void without_the_broker_callbacks_are_refused_at_once_and_it_heals_by_itself() throws Exception {
    Servers.rabbit().stop();
    try {
      assertWithin(Duration.ofSeconds(3), () -> assertRefused(pay(), 503));
      assertWithin(Duration.ofSeconds(1), () -> assertRefused(pay(), 503));
      assertThat(health("readiness")).isEqualTo(503);
      assertThat(health("liveness")).isEqualTo(200);
    } finally {
      Servers.rabbit().start();
    }
    await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertAcknowledged(pay()));
    assertThat(health("readiness")).isEqualTo(200);
  }

  @Test
  void a_broker_that_does_not_confirm_in_time_is_a_503() throws Exception {
    assertAcknowledged(pay());
    Servers.rabbit().pause();
    try {
      assertWithin(Duration.ofSeconds(3), () -> assertRefused(pay(), 503));
    } finally {
      Servers.rabbit().resume();
    }
    await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertAcknowledged(pay()));
  }

  @Test
  void a_blocked_broker_is_a_503_and_not_ready() throws Exception {
    Servers.rabbit().memoryAlarm(true);
    try {
      // The broker tells a connection that it is blocked only when that publishes something.
      await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertRefused(pay(), 503));
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(health("readiness")).isEqualTo(503));
      assertWithin(Duration.ofSeconds(1), () -> assertRefused(pay(), 503));
      assertThat(health("liveness")).isEqualTo(200);
    } finally {
      Servers.rabbit().memoryAlarm(false);
    }
    await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertAcknowledged(pay()));
  }

  @Test
  void two_hundred_concurrent_callers_are_all_acknowledged_and_all_published() throws Exception {
    var signature = SENDER.header(Instant.now(), paid);
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<HttpResponse<String>> call = () -> wire.post(SHOP, signature, paid);
      for (var answer : callers.invokeAll(IntStream.range(0, 200).mapToObj(_ -> call).toList())) {
        assertAcknowledged(answer.get());
      }
    }
    assertThat(wire.published().stream().map(message -> message.getProps().getMessageId()))
        .hasSize(200)
        .doesNotHaveDuplicates();
  }

  private HttpResponse<String> pay() throws Exception {
    return send(paid);
  }

  private HttpResponse<String> send(byte[] body) throws Exception {
    return wire.post(SHOP, SENDER.header(Instant.now(), body), body);
  }

  private int health(String group) throws Exception {
    try (var management = new Wire(Servers.rabbit().factory(virtualHost), managementPort)) {
      return management.send(management.to("/actuator/health/" + group)).statusCode();
    }
  }

  private static String head(String headers) {
    return "POST " + SHOP + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n\r\n";
  }

  private static void assertAcknowledged(HttpResponse<String> answer) {
    assertThat(answer.body()).isEqualTo(SUCCESS);
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  private static void assertRefused(HttpResponse<String> answer, int status) {
    assertThat(answer.body()).startsWith("{\"code\":\"FAIL\",\"message\":\"");
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  /** Something that may fail in any way. */
  private interface Step {
    void run() throws Exception;
  }

  private static void assertWithin(Duration limit, Step step) throws Exception {
    long start = System.nanoTime();
    step.run();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit);
  }

  private static void isType(Object value) {
    assertThat(value).hasToString("callback.received");
  }

  private static String header(GetResponse message, String name) {
    return String.valueOf(message.getProps().getHeaders().get(name));
  }

  private static CallbackReceived decode(GetResponse message) {
    var type = header(message, Names.TYPE);
    int version = Integer.parseInt(header(message, Names.SCHEMA_VERSION));
    if (new EventCodec().decode(type, version, message.getBody())
        instanceof Decoded.Known(CallbackReceived callback)) {
      return callback;
    }
    throw new AssertionError("not a callback: " + type);
  }
}

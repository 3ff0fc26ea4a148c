package io.payrelay.notify.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.net.AddressGuard;
import io.payrelay.notify.config.NotifySettings;
import io.payrelay.testkit.Reply;
import io.payrelay.testkit.ScriptedReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MerchantClientTest {

  private static final Duration DEADLINE = Duration.ofMillis(700);
  private static final Duration SLACK = Duration.ofMillis(800);
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);

  private final ScriptedReceiver receiver = new ScriptedReceiver();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (var one : opened) {
      one.close();
    }
    receiver.close();
  }

  // ---- one attempt

  @Test
  void a_yes_is_accepted_with_its_phases() {
    var answer = post(receiver.url("/hook"));

    assertThat(answer).isInstanceOf(Answer.Accepted.class);
    assertThat(answer.httpStatus()).isEqualTo(200);
    assertThat(answer.phases().dns()).isNotNull();
    assertThat(answer.phases().connect()).isNotNull();
    assertThat(answer.phases().firstByte()).isNotNull();
    var request = receiver.requests().getFirst();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.header("host")).hasValue("127.0.0.1:" + receiver.port());
    assertThat(request.header("content-type")).hasValue("application/json");
    assertThat(request.header("webhook-id")).hasValue("ntf_1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SUCCESS              | true",
        "' success\n'         | true",
        "{\"code\":\"SUCCESS\"}   | true",
        "{\"code\":\"success\",\"message\":\"OK\"} | true",
        "{\"code\":\"FAIL\"}      | false",
        "OK                   | false",
        "NOT SUCCESS          | false",
        "''                   | false",
        "{\"code\":            | false",
        "\"SUCCESS\"            | false"
      })
  void by_default_a_2xx_counts_only_with_the_agreed_body(String body, boolean accepted) {
    receiver.always(Reply.answer(200, body));

    var answer = post(receiver.url("/"));

    assertThat(answer.outcome()).isEqualTo(accepted ? "DELIVERED" : "BODY");
  }

  @Test
  void a_merchant_may_choose_2xx_alone() throws Exception {
    receiver.always(Reply.answer(204, ""));

    var answer =
        client("127.0.0.0/8").post(receiver.url("/"), Map.of(), BODY, AckRule.STATUS_2XX, 0);

    assertThat(answer.outcome()).isEqualTo("DELIVERED");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308, 304, 400, 404, 410, 429, 500, 503})
  void fault_07_redirects_and_errors_are_failures_and_nothing_is_followed(int status) {
    receiver.always(Reply.redirect(status, receiver.url("/elsewhere")));

    var answer = post(receiver.url("/"));

    assertThat(answer.outcome()).isEqualTo("STATUS");
    assertThat(answer.httpStatus()).isEqualTo(status);
    assertThat(receiver.requests()).hasSize(1);
  }

  @Test
  void fault_01_a_receiver_dripping_one_byte_at_a_time_is_cut_at_the_deadline() {
    receiver.always(new Reply.Drip(Reply.success(), Duration.ofMillis(50)));

    var answer = timed(() -> post(receiver.url("/")));

    assertThat(answer.outcome()).isEqualTo("TIMEOUT");
  }

  @Test
  void fault_01_a_body_that_drips_is_cut_at_the_deadline_too() {
    receiver.always(new Reply.Drip(Reply.answer(200, "x".repeat(500)), Duration.ofMillis(3)));

    var answer = timed(() -> post(receiver.url("/")));

    assertThat(answer.outcome()).isEqualTo("TIMEOUT");
  }

  @Test
  void a_connection_is_used_again() {
    var client = client("127.0.0.0/8");

    post(client, receiver.url("/"));
    post(client, receiver.url("/"));

    assertThat(receiver.connections()).isEqualTo(1);
  }

  @Test
  void a_receiver_that_hangs_is_cut_at_the_deadline() {
    receiver.always(new Reply.Hang());

    assertThat(timed(() -> post(receiver.url("/"))).outcome()).isEqualTo("TIMEOUT");
  }

  @Test
  void a_tls_handshake_that_hangs_is_cut_at_the_deadline() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var url = "https://127.0.0.1:" + silent.getLocalPort() + "/";

      assertThat(timed(() -> post(url)).outcome()).isEqualTo("TIMEOUT");
    }
  }

  @Test
  void a_resolver_that_hangs_is_cut_at_the_deadline() {
    NameResolver stuck =
        host -> {
          try {
            Thread.sleep(5_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new UnknownHostException(host);
        };

    var answer =
        timed(
            () ->
                client(stuck, "127.0.0.0/8")
                    .post("http://m.example/", Map.of(), BODY, AckRule.BODY_SUCCESS, 0));

    assertThat(answer.outcome()).isEqualTo("TIMEOUT");
  }

  @Test
  void a_thread_whose_attempt_was_cut_is_not_left_interrupted() {
    receiver.always(new Reply.Hang());

    post(receiver.url("/"));

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void fault_02_a_connection_that_fails_fast_is_no_reason_for_a_hidden_second_request() {
    // A kept connection that breaks under the second request is where clients like to repeat.
    var client = client("127.0.0.0/8");
    receiver.then(Reply.success()).then(new Reply.Hangup()).then(new Reply.Reset());

    var outcomes = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      outcomes.add(post(client, receiver.url("/")).outcome());
    }

    assertThat(outcomes).containsExactly("DELIVERED", "RESET", "RESET", "DELIVERED");
    assertThat(receiver.requests()).hasSize(4);
  }

  @Test
  void an_answer_larger_than_the_cap_costs_neither_time_nor_memory() {
    receiver.then(new Reply.Flood(200, 50_000_000_000L));

    var client = client("127.0.0.0/8");
    var answer = timed(() -> post(client, receiver.url("/")));

    assertThat(answer.outcome()).isEqualTo("BODY");
    assertThat(post(client, receiver.url("/")).outcome()).isEqualTo("DELIVERED");
  }

  @Test
  void an_answer_that_breaks_off_is_no_yes() {
    receiver.always(new Reply.Truncated(Reply.answer(200, "SUCCESS         ")));

    assertThat(post(receiver.url("/")).outcome()).isEqualTo("RESET");
  }

  @Test
  void what_is_no_http_is_called_so() {
    receiver.always(
        new Reply.Raw("SSH-2.0-OpenSSH_9.2\r\n\r\n".repeat(300).getBytes(StandardCharsets.UTF_8)));

    assertThat(post(receiver.url("/")).outcome()).isIn("PROTOCOL", "RESET");
  }

  @Test
  void nobody_listening_is_refused() throws IOException {
    int port;
    try (var gone = new ServerSocket(0)) {
      port = gone.getLocalPort();
    }

    assertThat(post("http://127.0.0.1:" + port + "/").outcome()).isEqualTo("REFUSED");
  }

  @Test
  void https_to_a_plain_port_is_a_tls_failure() {
    receiver.always(new Reply.Raw("HTTP/1.1 400 no\r\n\r\n".getBytes(StandardCharsets.UTF_8)));

    // The receiver reads the hello as a line; what it answers is no TLS.
    assertThat(post("https://127.0.0.1:" + receiver.port() + "/").outcome())
        .isIn("TLS", "RESET", "TIMEOUT");
  }

  @Test
  void an_unknown_host_is_a_dns_failure() {
    NameResolver nowhere =
        host -> {
          throw new UnknownHostException(host);
        };

    var answer =
        client(nowhere, "127.0.0.0/8")
            .post("http://m.example/", Map.of(), BODY, AckRule.BODY_SUCCESS, 0);

    assertThat(answer.outcome()).isEqualTo("DNS");
  }

  @Test
  void a_merchant_may_ask_for_time() {
    receiver.always(new Reply.Answer(503, Map.of("Retry-After", "120"), new byte[0]));

    assertThat(post(receiver.url("/")))
        .isInstanceOfSatisfying(
            Answer.Failed.class,
            failed -> assertThat(failed.retryAfter()).isEqualTo(Duration.ofMinutes(2)));
  }

  @Test
  void an_excerpt_can_always_be_stored() {
    receiver.always(Reply.answer(500, "a\u0000b\nc " + "é".repeat(3_000)));

    var excerpt = post(receiver.url("/")).excerpt();

    assertThat(excerpt).startsWith("a b c é").hasSizeLessThanOrEqualTo(Excerpt.LONGEST);
  }

  // ---- where it may lead

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:%d/",
        "http://127.1:%d/",
        "http://2130706433:%d/",
        "http://[::1]:%d/",
        "http://[::ffff:127.0.0.1]:%d/",
        "http://localhost:%d/",
        "http://0.0.0.0:%d/",
        "http://169.254.169.254:%d/latest/meta-data",
        "http://[64:ff9b::7f00:1]:%d/",
        "http://[2002:7f00:1::]:%d/"
      })
  void addresses_that_are_not_public_are_never_connected_to(String url) {
    var answer = post(client(), url.formatted(receiver.port()));

    assertThat(answer.outcome()).isIn("BLOCKED_ADDRESS", "DNS");
    assertThat(receiver.connections()).isZero();
  }

  @Test
  void a_name_that_leads_elsewhere_at_the_next_look_up_is_blocked_there() {
    var looks = new AtomicInteger();
    NameResolver rebinding =
        _ ->
            new InetAddress[] {
              InetAddress.ofLiteral(looks.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254")
            };
    var client = client(rebinding, "127.0.0.0/8");
    var url = "http://rebind.example:" + receiver.port() + "/";

    assertThat(post(client, url).outcome()).isEqualTo("DELIVERED");
    assertThat(post(client, url).outcome()).isEqualTo("BLOCKED_ADDRESS");

    assertThat(looks).hasValue(2); // one look-up an attempt: what was vetted is what is called
    assertThat(receiver.requests()).hasSize(1);
    assertThat(receiver.requests().getFirst().header("host"))
        .hasValue("rebind.example:" + receiver.port());
  }

  @Test
  void of_a_mixed_answer_only_permitted_addresses_are_called() {
    NameResolver mixed =
        _ ->
            new InetAddress[] {
              InetAddress.ofLiteral("10.0.0.1"), InetAddress.ofLiteral("127.0.0.1")
            };

    var url = "http://mixed.example:" + receiver.port() + "/";

    assertThat(post(client(mixed, "127.0.0.0/8"), url).outcome()).isEqualTo("DELIVERED");
  }

  private Answer post(String url) {
    return post(client("127.0.0.0/8"), url);
  }

  private static Answer post(MerchantClient client, String url) {
    return client.post(url, Map.of("webhook-id", "ntf_1"), BODY, AckRule.BODY_SUCCESS, 0);
  }

  private MerchantClient client(String... allowed) {
    return client(InetAddress::getAllByName, allowed);
  }

  private MerchantClient client(NameResolver resolver, String... allowed) {
    var settings =
        new NotifySettings(
            DEADLINE,
            Duration.ofSeconds(30),
            100,
            50,
            Duration.ofSeconds(15),
            false,
            List.of(allowed),
            Duration.ofHours(1),
            Map.of(),
            new NotifySettings.Sweep(
                Duration.ofSeconds(5), Duration.ZERO, Duration.ofSeconds(30), 100),
            new NotifySettings.Consumers(1, 1, 1));
    var guard = new AddressGuard(settings.networks());
    var vetter = new AddressVetter(resolver, guard);
    var tls = (TlsSocketStrategy) DefaultClientTlsStrategy.createDefault();
    var client =
        new MerchantClient(
            HttpConfiguration.client(settings, guard, tls), vetter, DEADLINE, Clock.systemUTC());
    opened.add(client);
    opened.add(vetter);
    return client;
  }

  private static Answer timed(Supplier<Answer> call) {
    long start = System.nanoTime();
    var answer = call.get();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.plus(SLACK));
    return answer;
  }
}

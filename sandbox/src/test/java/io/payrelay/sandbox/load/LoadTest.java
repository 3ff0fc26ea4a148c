package io.payrelay.sandbox.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The load generator against a small real HTTP server. */
class LoadTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<String> received = new ConcurrentLinkedQueue<>();
  private HttpServer server;
  private volatile HttpHandler handler = exchange -> answer(exchange, 200, "OK");

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(executor);
    server.createContext(
        "/callbacks",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          handler.handle(exchange);
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    executor.shutdownNow();
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/callbacks/x");
  }

  private List<byte[]> requests(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                RequestBytes.post(
                    url(),
                    Map.of("X-Number", String.valueOf(i)),
                    ("body " + i).getBytes(StandardCharsets.UTF_8)))
        .toList();
  }

  private Load load(int callers) {
    return Load.on(url(), answer -> answer.status() == 200 && answer.text().equals("OK"), callers);
  }

  @Test
  void each_request_arrives_once_and_each_acknowledgement_counts() throws IOException {
    var result = load(8).run(Feed.once(requests(500)), new Pace.AsAnswered(), LONG_ENOUGH);

    assertThat(result.acknowledged()).isEqualTo(500);
    assertThat(result.inTime()).isEqualTo(500);
    assertThat(result.refused() + result.lost()).isZero();
    assertThat(result.latency().getTotalCount()).isEqualTo(500);
    assertThat(received)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 500).mapToObj(i -> "body " + i).toList());
  }

  @Test
  void an_answer_that_differs_in_one_byte_is_no_acknowledgement() throws IOException {
    handler = exchange -> answer(exchange, 200, received.size() % 2 == 0 ? "OK" : "KO");

    var result = load(1).run(Feed.once(requests(10)), new Pace.AsAnswered(), LONG_ENOUGH);

    assertThat(result.acknowledged()).isEqualTo(5);
    assertThat(result.refused()).isEqualTo(5);
    assertThat(result.complaint()).contains("KO");
  }

  @Test
  void a_server_that_ends_connections_after_answers_costs_no_request() throws IOException {
    handler =
        exchange -> {
          exchange.getResponseHeaders().set("Connection", "close");
          answer(exchange, 200, "OK");
        };

    var result = load(4).run(Feed.once(requests(40)), new Pace.AsAnswered(), LONG_ENOUGH);

    assertThat(result.acknowledged()).isEqualTo(40);
    assertThat(result.lost()).isZero();
  }

  @Test
  void a_connection_that_breaks_instead_of_an_answer_is_a_loss() throws IOException {
    handler = HttpExchange::close;

    var result = load(2).run(Feed.once(requests(6)), new Pace.AsAnswered(), LONG_ENOUGH);

    assertThat(result.lost()).isEqualTo(6);
    assertThat(result.acknowledged()).isZero();
    assertThat(result.complaint()).contains("closed");
  }

  @Test
  void at_a_rate_exactly_as_many_start_as_were_meant_to() throws IOException {
    var result =
        load(4).run(Feed.around(requests(3)), new Pace.AtRate(200), Duration.ofMillis(300));

    assertThat(result.acknowledged() + result.lost()).isEqualTo(60);
  }

  @Test
  void waiting_for_a_free_caller_counts_as_latency() throws IOException {
    handler =
        exchange -> {
          try {
            Thread.sleep(20); // the slow server that this is about
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          answer(exchange, 200, "OK");
        };

    var result =
        load(1).run(Feed.around(requests(1)), new Pace.AtRate(100), Duration.ofMillis(200));

    // The last of 20 is meant to start at 190 ms and answered at 400 ms at the earliest.
    assertThat(result.latencyMillis(100)).isGreaterThan(200);
  }

  @Test
  void a_server_that_is_not_there_is_an_error_and_not_a_figure() {
    var load = load(1);
    server.stop(0);

    assertThatThrownBy(
            () -> load.run(Feed.once(requests(1)), new Pace.AsAnswered(), Duration.ofSeconds(1)))
        .isInstanceOfAny(IOException.class, UncheckedIOException.class);
  }
}

package io.payrelay.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Plays notify-worker, which is another process: says what a test tells it to, keeps each call. */
public final class NotifyWorkerRole {

  /** One call as it came in. */
  public record Call(String path, String authorization, String body) {}

  /** How a call is answered. */
  public interface Script {
    void answer(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile Script script = reply(500, "{}");

  public NotifyWorkerRole() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** From now on. Forgets the calls so far. */
  public void says(Script script) {
    calls.clear();
    this.script = script;
  }

  public static Script reply(int status, String json) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      var bytes = json.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** Ends the connection without a word, as a process does that is killed. */
  public static Script drop() {
    return HttpExchange::close;
  }

  public List<Call> calls() {
    return List.copyOf(calls);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      calls.add(
          new Call(
              exchange.getRequestURI().getPath(),
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      script.answer(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.payrelay.sandbox.merchant;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.payrelay.sandbox.stack.UsageException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executors;

/** The HTTP server of all sandbox merchants. */
final class MerchantSink implements AutoCloseable {

  private static final int BACKLOG = 1024;

  private final HttpServer server;
  private final ReceiptBook book;
  private final SinkRoutes routes;

  /** Starts at once. Port 0 takes a free one. */
  MerchantSink(InetSocketAddress address, Path sandboxFile, Path receiptsFile, Clock clock)
      throws IOException {
    // Read once, when the server's classes load: no Nagle delay on short answers, and room for
    // the connections that a busy notify-worker keeps.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "4096");
    System.setProperty("sun.net.httpserver.idleInterval", "300");
    this.book = new ReceiptBook(receiptsFile);
    this.routes = new SinkRoutes(new SinkMerchants(sandboxFile), book, clock);
    this.server = HttpServer.create(address, BACKLOG);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, reply(exchange));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Reply reply(HttpExchange exchange) throws IOException, InterruptedException {
    try {
      return routes.route(exchange);
    } catch (UsageException e) {
      return Reply.text(400, e.getMessage() + "\n");
    }
  }

  private static void send(HttpExchange exchange, Reply reply) throws IOException {
    if (reply.status() == 0) {
      return; // closing the exchange without headers drops the connection
    }
    exchange.getResponseHeaders().set("Content-Type", reply.contentType());
    exchange.sendResponseHeaders(
        reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
    if (reply.body().length > 0) {
      exchange.getResponseBody().write(reply.body());
    }
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    book.close();
  }
}

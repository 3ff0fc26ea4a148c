package io.payrelay.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.payrelay.common.broker.Names;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Both ends of the ingress: the channel's HTTP client and the queue behind. */
final class Wire implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final ConnectionFactory broker;
  private final int port;

  Wire(ConnectionFactory broker, int port) {
    this.broker = broker;
    this.port = port;
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(PATIENCE);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String signature, byte[] body)
      throws IOException, InterruptedException {
    return send(
        to(path)
            .header("X-Signature", signature)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  /** A connection that can break the rules of HTTP. */
  Socket raw(String text) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Everything the server answers until it closes the connection. */
  static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** What the server answers first. */
  static String beginning(Socket socket) throws IOException {
    var buffer = new byte[1024];
    int n = socket.getInputStream().read(buffer);
    return new String(buffer, 0, Math.max(n, 0), StandardCharsets.UTF_8);
  }

  /** Takes what order-core would have received. */
  List<GetResponse> published() throws IOException, TimeoutException {
    try (Connection connection = broker.newConnection();
        var channel = connection.createChannel()) {
      var messages = new ArrayList<GetResponse>();
      for (var next = channel.basicGet(Names.CORE_CALLBACKS, true);
          next != null;
          next = channel.basicGet(Names.CORE_CALLBACKS, true)) {
        messages.add(next);
      }
      return messages;
    }
  }

  void assertNothingPublished() throws IOException, TimeoutException {
    assertThat(published()).isEmpty();
  }

  @Override
  public void close() {
    http.close();
  }
}

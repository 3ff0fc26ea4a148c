package io.payrelay.sandbox.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One HTTP client for all of a command's calls. Thread-safe; blocks, so call it virtually. */
public final class Http implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .executor(executor)
          .build();

  /** One request; an answer of any status is an answer. */
  public Answer send(
      String method, URI uri, Map<String, String> headers, byte[] body, Duration timeout)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(uri)
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
            .timeout(timeout);
    headers.forEach(request::header);
    var response = client.send(request.build(), BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), response.body());
  }

  @Override
  public void close() {
    client.shutdownNow();
    executor.shutdownNow();
  }
}

package io.payrelay.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP client that speaks JSON with a bearer token. */
public record Api(String base, String token) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.shared();

  /** An answer as it came in. */
  public record Answer(int status, String contentType, String body, HttpResponse<String> raw) {

    /** This answer, if its status is as it should be. */
    public Answer expect(int expected) {
      Assertions.assertThat(status).as("status of: %s", body).isEqualTo(expected);
      return this;
    }

    public JsonNode json() {
      return JSON.readTree(body);
    }

    public String text(String field) {
      return json().path(field).asString("");
    }

    /** Expects a problem of this status and code. */
    public Answer problem(int expected, String code) {
      expect(expected);
      Assertions.assertThat(contentType).startsWith("application/problem+json");
      Assertions.assertThat(text("code")).isEqualTo(code);
      Assertions.assertThat(body).doesNotContain("Exception", "\tat ", "tools.jackson", "java.");
      return this;
    }
  }

  public Answer get(String path) {
    return send(request(path).GET());
  }

  public Answer post(String path, Object body) {
    return postRaw(path, JSON.writeValueAsString(body));
  }

  public Answer postRaw(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  public HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(20));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  public Answer send(HttpRequest.Builder request) {
    try {
      var response = HTTP.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body(),
          response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

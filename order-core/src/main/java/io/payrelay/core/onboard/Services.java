package io.payrelay.core.onboard;

import io.payrelay.common.security.ServiceTokens;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The internal APIs of the running services, found by {@code PAYRELAY_…_URL} in the environment.
 * The JDK's oldest HTTP client is used because it starts fastest.
 */
final class Services {

  static final JsonMapper JSON = JsonMapper.shared();

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(15);
  private static final String SELF = "payrelay";

  private final Map<String, String> environment;

  Services(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  JsonNode postToOrderCore(String path, Map<String, ?> body) {
    return post("order-core", "PAYRELAY_ORDER_CORE_URL", path, body);
  }

  JsonNode postToNotifyWorker(String path, Map<String, ?> body) {
    return post("notify-worker", "PAYRELAY_NOTIFY_WORKER_URL", path, body);
  }

  JsonNode postToOpsConsole(String path, Map<String, ?> body) {
    return post("ops-console", "PAYRELAY_OPS_CONSOLE_URL", path, body);
  }

  /**
   * Posts and reads the answer.
   *
   * @throws OnboardException if the service is away or refuses
   */
  private JsonNode post(String service, String urlName, String path, Map<String, ?> body) {
    var token =
        new ServiceTokens(setting("PAYRELAY_SERVICE_KEY"), Clock.systemUTC()).issue(SELF, service);
    var url = setting(urlName).replaceAll("/+$", "") + path;
    try {
      var connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
      connection.setReadTimeout((int) READ_TIMEOUT.toMillis());
      connection.setRequestMethod("POST");
      connection.setDoOutput(true);
      connection.setInstanceFollowRedirects(false);
      connection.setRequestProperty("Authorization", "Bearer " + token);
      connection.setRequestProperty("Content-Type", "application/json");
      try (var out = connection.getOutputStream()) {
        out.write(JSON.writeValueAsBytes(body));
      }
      int status = connection.getResponseCode();
      var answer = read(connection, status);
      if (status / 100 != 2) {
        throw new OnboardException(refusal(service, path, status, answer));
      }
      return JSON.readTree(answer);
    } catch (IOException | IllegalArgumentException | ClassCastException e) {
      throw new OnboardException(
          "%s does not answer at %s (%s): is it running, and is %s right?"
              .formatted(service, url, e.getMessage(), urlName));
    } catch (JacksonException e) {
      throw new OnboardException("%s gave no JSON at %s".formatted(service, url));
    }
  }

  private static String read(HttpURLConnection connection, int status) throws IOException {
    try (var in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String refusal(String service, String path, int status, String answer) {
    String detail = "";
    try {
      detail = JSON.readTree(answer).path("detail").asString("");
    } catch (JacksonException e) {
      // an answer in other words: its status must do
    }
    return "%s refuses %s with %d: %s"
        .formatted(service, path, status, detail.isEmpty() ? "no reason given" : detail);
  }

  private String setting(String name) {
    @Nullable String value = environment.get(name);
    if (value == null || value.isBlank()) {
      throw new OnboardException(
          name + " is not set: run this by ./payrelay onboard, or export the stack's settings");
    }
    return value;
  }
}

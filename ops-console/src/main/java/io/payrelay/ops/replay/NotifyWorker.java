package io.payrelay.ops.replay;

import io.payrelay.common.config.Setting;
import io.payrelay.common.security.ServiceTokens;
import io.payrelay.ops.replay.ReplayOutcome.Already;
import io.payrelay.ops.replay.ReplayOutcome.Refused;
import io.payrelay.ops.replay.ReplayOutcome.Rescheduled;
import io.payrelay.ops.replay.ReplayOutcome.Unavailable;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** notify-worker's API, as far as it is needed here. */
@Component
class NotifyWorker {

  private static final Logger log = LoggerFactory.getLogger(NotifyWorker.class);
  private static final String NAME = "notify-worker";
  private static final int MOST_BYTES = 16 * 1024;

  private final RestClient http;
  private final ServiceTokens tokens;
  private final JsonMapper json;
  private final String self;

  NotifyWorker(
      @Value("${payrelay.notify-worker.url}") String url,
      @Value("${spring.application.name}") String self,
      ReplaySettings settings,
      ServiceTokens tokens,
      JsonMapper json) {
    Setting.check(
        url.startsWith("http://") || url.startsWith("https://"),
        "payrelay.notify-worker.url",
        "(" + url + ") must be an http or https URL");
    var requests =
        new JdkClientHttpRequestFactory(
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .build());
    requests.setReadTimeout(settings.readTimeout());
    this.http = RestClient.builder().baseUrl(url).requestFactory(requests).build();
    this.tokens = tokens;
    this.json = json;
    this.self = self;
  }

  private record Answer(
      @Nullable Integer replayNo, @Nullable String code, @Nullable String detail) {}

  /** Asks for the notification's retry plan anew. Never throws for what the other side does. */
  ReplayOutcome replay(String notificationId, String operator, String reason) {
    try {
      return http.post()
          .uri("/internal/notifications/{id}/replay", notificationId)
          .headers(headers -> headers.setBearerAuth(tokens.issue(self, NAME)))
          .contentType(MediaType.APPLICATION_JSON)
          .body(json.writeValueAsBytes(Map.of("reason", reason, "operator", operator)))
          .exchangeForRequiredValue((_, response) -> judge(notificationId, response));
    } catch (RestClientException e) {
      log.warn("notify-worker.replay notification={} error={}", notificationId, e.toString());
      return new Unavailable("notify-worker did not answer: " + rootOf(e));
    }
  }

  private ReplayOutcome judge(String id, ClientHttpResponse response) throws IOException {
    int status = response.getStatusCode().value();
    var answer = answer(response);
    if (status == 200) {
      return new Rescheduled(id, answer.replayNo() == null ? 0 : answer.replayNo());
    }
    if (status == 409 && "not-dead".equals(answer.code())) {
      return new Already(id + " is not dead any more: delivered, or under way already");
    }
    if (status == 404) {
      return new Refused("notify-worker does not know " + id);
    }
    if (status == 401 || status == 403) {
      return new Refused(
          "notify-worker refuses our service token: is payrelay.service-key the same?");
    }
    var said =
        "notify-worker answered "
            + status
            + (answer.detail() == null ? "" : ": " + answer.detail());
    return status >= 500 || status == 429 ? new Unavailable(said) : new Refused(said);
  }

  private Answer answer(ClientHttpResponse response) throws IOException {
    try {
      var answer = json.readValue(response.getBody().readNBytes(MOST_BYTES), Answer.class);
      return answer == null ? new Answer(null, null, null) : answer;
    } catch (JacksonException e) {
      return new Answer(null, null, null);
    }
  }

  private static String rootOf(Throwable e) {
    var root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}

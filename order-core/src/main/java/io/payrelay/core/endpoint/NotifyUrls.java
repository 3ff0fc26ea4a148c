package io.payrelay.core.endpoint;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.payrelay.common.security.ServiceTokens;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.common.web.ProblemException;
import java.net.http.HttpClient;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Service;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Has an order's own notify URL vetted and kept by notify-worker. Never inside a transaction. */
@Service
public class NotifyUrls {

  private static final Logger log = LoggerFactory.getLogger(NotifyUrls.class);
  private static final String SELF = "order-core";
  private static final String NOTIFY_WORKER = "notify-worker";

  private final RestClient client;
  private final ServiceTokens tokens;

  NotifyUrls(NotifyWorkerSettings settings, ServiceTokens tokens) {
    var http = HttpClient.newBuilder().connectTimeout(settings.connectTimeout()).build();
    var requests = new JdkClientHttpRequestFactory(http);
    requests.setReadTimeout(settings.timeout());
    this.client =
        RestClient.builder()
            .requestFactory(requests)
            .baseUrl(settings.url().toString().replaceAll("/+$", ""))
            .build();
    this.tokens = tokens;
  }

  private record Request(String merchantNo, String url) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Stored(@Nullable String notifyUrlId) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Refusal(@Nullable String detail) {}

  /**
   * The id under which notify-worker keeps the URL.
   *
   * @throws ProblemException 422 {@code notify-url-refused} with notify-worker's reason, or 503
   *     {@code notify-worker-unavailable} if it gave no usable answer in time
   */
  public String store(String merchantNo, String url) {
    try {
      var stored =
          client
              .post()
              .uri("/internal/notify-urls")
              .headers(
                  headers -> {
                    headers.setBearerAuth(tokens.issue(SELF, NOTIFY_WORKER));
                    headers.set(TraceParent.HEADER, traceparent());
                  })
              .contentType(MediaType.APPLICATION_JSON)
              .body(new Request(merchantNo, url))
              .retrieve()
              .body(Stored.class);
      return Optional.ofNullable(stored)
          .map(Stored::notifyUrlId)
          .orElseThrow(() -> unavailable(merchantNo, "an answer without notifyUrlId"));
    } catch (HttpClientErrorException.UnprocessableContent e) {
      throw refused(e);
    } catch (RestClientException e) {
      throw unavailable(merchantNo, String.valueOf(e.getMessage()));
    }
  }

  private static String traceparent() {
    return TraceParent.continueOrBegin(MDC.get(TraceParent.HEADER)).header();
  }

  private static ProblemException refused(HttpClientErrorException e) {
    String reason = null;
    try {
      var refusal = e.getResponseBodyAs(Refusal.class);
      reason = refusal == null ? null : refusal.detail();
    } catch (RestClientException | IllegalStateException _) {
      // no problem detail: the general words below must do
    }
    return new ProblemException(
        HttpStatus.UNPROCESSABLE_CONTENT,
        "notify-url-refused",
        reason == null ? "notifyUrl may not be notified" : reason);
  }

  private static ProblemException unavailable(String merchantNo, String why) {
    log.warn("notify-url.unavailable merchant={} error=\"{}\"", merchantNo, why);
    return new ProblemException(
        HttpStatus.SERVICE_UNAVAILABLE,
        "notify-worker-unavailable",
        "notifyUrl can't be checked right now and no order was created: try again, or leave it out"
            + " to use your endpoint");
  }
}

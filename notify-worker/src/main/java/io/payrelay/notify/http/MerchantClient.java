package io.payrelay.notify.http;

import io.payrelay.notify.http.DeadlineTimer.Running;
import io.payrelay.notify.http.Stopwatch.Phase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a merchant once. One call is at most one request on the wire: no redirect is followed and
 * nothing is sent again. Every call ends by the deadline, and never with an exception. Thread-safe.
 */
public final class MerchantClient implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MerchantClient.class);

  /** How much of an answer is read; the rest is dropped with its connection. */
  static final int BODY_CAP = 16 * 1024;

  private static final ContentType JSON = ContentType.parse("application/json");

  private final CloseableHttpClient http;
  private final AddressVetter vetter;
  private final Duration deadline;
  private final Clock clock;
  private final DeadlineTimer timer = new DeadlineTimer();

  MerchantClient(CloseableHttpClient http, AddressVetter vetter, Duration deadline, Clock clock) {
    this.http = http;
    this.vetter = vetter;
    this.deadline = deadline;
    this.clock = clock;
  }

  /**
   * Posts one notification.
   *
   * @param turn which of several addresses to use: the next attempt tries the next one
   */
  public Answer post(String url, Map<String, String> headers, byte[] body, AckRule rule, int turn) {
    var watch = new Stopwatch();
    var request = new HttpPost(URI.create(url));
    headers.forEach(request::setHeader);
    request.setEntity(new ByteArrayEntity(body, JSON));
    try (var running = timer.start(deadline, request::cancel)) {
      try {
        return call(request, rule, turn, watch, running);
      } catch (IOException | InterruptedException | RuntimeException e) {
        if (e instanceof InterruptedException && !running.hasFired()) {
          Thread.currentThread().interrupt();
        }
        return running.hasFired() ? timeout(null, watch) : Failures.of(e, watch.read());
      }
    }
  }

  private Answer call(HttpPost request, AckRule rule, int turn, Stopwatch watch, Running running)
      throws IOException, InterruptedException {
    var authority = request.getAuthority();
    watch.begin(Phase.DNS);
    var vetting = vetter.vet(authority.getHostName(), running.left());
    watch.end(Phase.DNS);
    return switch (vetting) {
      case Vetting.NotFound(var why, var timedOut) ->
          failed(timedOut ? ErrorClass.TIMEOUT : ErrorClass.DNS, null, why, watch);
      case Vetting.Blocked(var refused) ->
          failed(
              ErrorClass.BLOCKED_ADDRESS,
              null,
              authority.getHostName() + " leads to " + refused + ", which is not permitted",
              watch);
      case Vetting.Permitted(var addresses, _) ->
          send(
              request,
              pin(request, addresses.get(Math.floorMod(turn, addresses.size()))),
              rule,
              watch,
              running);
    };
  }

  private static HttpHost pin(HttpPost request, InetAddress address) {
    var authority = request.getAuthority();
    int port = authority.getPort();
    if (port < 0) {
      port = request.getScheme().equals("https") ? 443 : 80;
    }
    return new HttpHost(request.getScheme(), address, authority.getHostName(), port);
  }

  private Answer send(
      HttpPost request, HttpHost target, AckRule rule, Stopwatch watch, Running running)
      throws IOException {
    var context = HttpClientContext.create();
    context.setAttribute(Stopwatch.KEY, watch);
    watch.begin(Phase.FIRST_BYTE);
    var response = http.executeOpen(target, request, context);
    watch.end(Phase.FIRST_BYTE);
    try {
      int status = response.getCode();
      var body = read(response);
      return running.hasFired()
          ? timeout(status, watch)
          : judge(status, body, rule, retryAfter(response), watch);
    } finally {
      end(request, response);
    }
  }

  /** Reads to the cap; nobody waits for the rest. */
  private static byte[] read(ClassicHttpResponse response) throws IOException {
    var entity = response.getEntity();
    if (entity == null) {
      return new byte[0];
    }
    var content = entity.getContent();
    var body = content.readNBytes(BODY_CAP);
    if (body.length < BODY_CAP || content.read() < 0) {
      content.close(); // complete: the connection may be used again
    }
    return body;
  }

  /** A connection that is not free by now is cut: closing alone would read the rest first. */
  private static void end(HttpPost request, ClassicHttpResponse response) {
    request.cancel();
    try {
      response.close();
    } catch (IOException e) {
      log.debug("the rest of an answer was dropped", e);
    }
  }

  private static Answer judge(
      int status, byte[] body, AckRule rule, @Nullable Duration retryAfter, Stopwatch watch) {
    var excerpt = Excerpt.of(body);
    if (status < 200 || status > 299) {
      return new Answer.Failed(ErrorClass.STATUS, status, excerpt, retryAfter, watch.read());
    }
    return rule.accepts(Excerpt.text(body))
        ? new Answer.Accepted(status, excerpt, watch.read())
        : new Answer.Failed(ErrorClass.BODY, status, excerpt, retryAfter, watch.read());
  }

  private @Nullable Duration retryAfter(ClassicHttpResponse response) {
    if (response.getCode() != 429 && response.getCode() != 503) {
      return null;
    }
    var header = response.getFirstHeader("Retry-After");
    return header == null ? null : RetryAfter.parse(header.getValue(), clock.instant());
  }

  private Answer timeout(@Nullable Integer status, Stopwatch watch) {
    return failed(ErrorClass.TIMEOUT, status, "not finished within " + deadline, watch);
  }

  private static Answer failed(
      ErrorClass error, @Nullable Integer status, String why, Stopwatch watch) {
    return new Answer.Failed(error, status, Excerpt.of(why), null, watch.read());
  }

  @Override
  public void close() throws IOException {
    timer.close();
    http.close();
  }
}

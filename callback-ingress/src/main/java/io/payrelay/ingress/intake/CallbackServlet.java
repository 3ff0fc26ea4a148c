package io.payrelay.ingress.intake;

import io.payrelay.common.trace.TraceParent;
import io.payrelay.ingress.account.Accounts;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.intake.Outcome.Refused;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * {@code POST /callbacks/{channel}/{account}}. A plain servlet, so that nobody has parsed or
 * consumed the body before us, and every answer about a known channel is in that channel's words.
 */
final class CallbackServlet extends HttpServlet {

  static final String PATH = "/callbacks/*";

  private static final long serialVersionUID = 1L;
  private static final Logger log = LoggerFactory.getLogger(CallbackServlet.class);

  private final transient Accounts accounts;
  private final transient Intake intake;
  private final transient IngressSettings settings;
  private final transient Telemetry telemetry;
  private final transient Semaphore permits;

  CallbackServlet(Accounts accounts, Intake intake, IngressSettings settings, Telemetry telemetry) {
    this.accounts = accounts;
    this.intake = intake;
    this.settings = settings;
    this.telemetry = telemetry;
    this.permits = new Semaphore(settings.maxInFlight());
    telemetry.watchInFlight(permits, settings.maxInFlight());
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response) {
    var trace = TraceParent.continueOrBegin(request.getHeader(TraceParent.HEADER));
    try (var _ = MDC.putCloseable(TraceParent.LOG_KEY, trace.traceId())) {
      var path = String.valueOf(request.getPathInfo()).split("/", -1); // "", channel, account
      var channel = path.length == 3 ? accounts.channel(path[1]) : Optional.<Channel>empty();
      if (channel.isPresent()) {
        serve(request, response, channel.get(), path[2], trace);
      } else {
        telemetry.unknownChannel();
        write(response, UnknownChannel.ANSWER);
      }
    }
  }

  private void serve(
      HttpServletRequest request,
      HttpServletResponse response,
      Channel channel,
      String account,
      TraceParent trace) {
    long start = System.nanoTime();
    var reader = accounts.reader(channel, account);
    var outcome = outcome(request, channel, account, reader, trace);
    // The name of an account that is not configured is the sender's text: not for logs or metrics.
    telemetry.record(channel.name(), reader.isPresent() ? account : "unknown", outcome, start);
    if (outcome instanceof Refused(var why, _) && why == Refusal.METHOD_NOT_ALLOWED) {
      response.setHeader("Allow", "POST");
    }
    write(response, outcome.answer(channel, settings.mismatchAck()));
  }

  private Outcome outcome(
      HttpServletRequest request,
      Channel channel,
      String account,
      Optional<CallbackReader> reader,
      TraceParent trace) {
    if (!request.getMethod().equals("POST")) {
      return new Refused(Refusal.METHOD_NOT_ALLOWED, "only POST");
    }
    if (reader.isEmpty()) {
      return new Refused(Refusal.ACCOUNT_UNKNOWN, "no such account");
    }
    if (BodyReader.announcesTooMuch(request)) {
      return tooLarge();
    }
    if (!permits.tryAcquire()) {
      return new Refused(Refusal.OVERLOADED, "too many callbacks at once: send it again");
    }
    try {
      return switch (BodyReader.read(request, settings.bodyTimeout())) {
        case BodyReader.TooLarge _ -> tooLarge();
        case BodyReader.Incomplete _ ->
            new Refused(Refusal.BODY_INCOMPLETE, "the body did not arrive in full and in time");
        case BodyReader.Complete(var bytes) ->
            intake.take(
                channel,
                account,
                reader.get(),
                new CallbackRequest(headers(request), bytes),
                trace);
      };
    } catch (RuntimeException e) {
      log.error("callback.fault channel={} account={}", channel.name(), account, e);
      return new Refused(Refusal.INTERNAL, "a fault of ours: send it again");
    } finally {
      permits.release();
    }
  }

  private static Refused tooLarge() {
    return new Refused(Refusal.BODY_TOO_LARGE, "more than " + BodyReader.LIMIT + " bytes");
  }

  private static Map<String, List<String>> headers(HttpServletRequest request) {
    var headers = new HashMap<String, List<String>>();
    for (var name : Collections.list(request.getHeaderNames())) {
      headers.put(
          name.toLowerCase(Locale.ROOT), List.copyOf(Collections.list(request.getHeaders(name))));
    }
    return headers;
  }

  private static void write(HttpServletResponse response, Acknowledgement answer) {
    response.setStatus(answer.status());
    response.setContentType(answer.contentType());
    response.setContentLength(answer.body().length);
    try {
      response.getOutputStream().write(answer.body());
    } catch (IOException e) {
      log.debug("callback.unanswered error={}", e.toString()); // the channel hung up: it will retry
    }
  }
}

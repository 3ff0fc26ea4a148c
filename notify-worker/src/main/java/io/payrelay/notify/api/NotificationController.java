package io.payrelay.notify.api;

import io.payrelay.common.web.ProblemException;
import io.payrelay.notify.api.Replays.Replayed;
import io.payrelay.notify.delivery.Resends;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Notifications for the console: look, replay, resend. */
@RestController
@RequestMapping("/internal/notifications")
class NotificationController {

  private static final Logger log = LoggerFactory.getLogger(NotificationController.class);
  private static final List<String> STATES = List.of("SCHEDULED", "DELIVERED", "DEAD");
  private static final int MOST = 500;
  private static final Pattern SEARCHABLE = Pattern.compile("[!-~]{1,128}");

  private final NotificationQueries queries;
  private final Replays replays;
  private final Resends resends;

  NotificationController(NotificationQueries queries, Replays replays, Resends resends) {
    this.queries = queries;
    this.replays = replays;
    this.resends = resends;
  }

  @GetMapping("/{id}")
  NotificationView.Detailed show(@PathVariable String id) {
    return queries.detailed(searchable(id, "id")).orElseThrow(() -> unknown(id));
  }

  @GetMapping
  NotificationView.Page list(
      @RequestParam(required = false) @Nullable String orderNo,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam(required = false) @Nullable String after) {
    if (limit < 1 || limit > MOST) {
      throw invalid("limit is 1 to " + MOST);
    }
    if (state != null && !STATES.contains(state)) {
      throw invalid("state is one of " + STATES);
    }
    return queries.list(
        orderNo == null ? null : searchable(orderNo, "orderNo"),
        state,
        limit,
        after == null ? null : searchable(after, "after"));
  }

  /** Who replays, and why. */
  record ReplayRequest(@Nullable String reason, @Nullable String operator) {}

  /** What came of it. */
  record ReplayAnswer(String notificationId, String outcome, int replayNo) {}

  @PostMapping("/{id}/replay")
  ReplayAnswer replay(@PathVariable String id, @RequestBody ReplayRequest asked) {
    var reason = given(asked.reason(), "reason");
    var operator = given(asked.operator(), "operator");
    return switch (replays.replay(searchable(id, "id"))) {
      case Replayed.Scheduled(var replayNo) -> {
        log.info(
            "notification.replay id={} replay={} operator={} reason={}",
            id,
            replayNo,
            operator,
            reason);
        yield new ReplayAnswer(id, "SCHEDULED", replayNo);
      }
      case Replayed.NotDead(var state) ->
          throw new ProblemException(
              HttpStatus.CONFLICT, "not-dead", "notification %s is %s".formatted(id, state));
      case Replayed.NoEndpoint _ ->
          throw new ProblemException(
              HttpStatus.CONFLICT,
              "no-endpoint",
              "the merchant of notification %s still has no endpoint".formatted(id));
      case Replayed.Unknown _ -> throw unknown(id);
    };
  }

  /**
   * What came of a manual attempt.
   *
   * @param outcome DELIVERED or the error class
   */
  record ResendAnswer(
      String notificationId, int attempt, String outcome, @Nullable Integer status) {}

  @PostMapping("/{id}/resend")
  ResendAnswer resend(@PathVariable String id) {
    return resends
        .resend(searchable(id, "id"))
        .map(
            made ->
                new ResendAnswer(
                    id, made.attempt(), made.answer().outcome(), made.answer().httpStatus()))
        .orElseThrow(() -> whyNotNow(id));
  }

  private ProblemException whyNotNow(String id) {
    var known = queries.detailed(id);
    if (known.isEmpty()) {
      return unknown(id);
    }
    return known.get().notification().url() == null
        ? new ProblemException(
            HttpStatus.CONFLICT, "no-endpoint", "notification %s has no URL".formatted(id))
        : new ProblemException(
            HttpStatus.CONFLICT,
            "attempt-under-way",
            "an attempt of notification %s is under way: try again in a moment".formatted(id));
  }

  private static ProblemException unknown(String id) {
    return new ProblemException(
        HttpStatus.NOT_FOUND, "notification-not-found", "there is no notification " + id);
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(HttpStatus.BAD_REQUEST, "invalid-request", detail);
  }

  /** PostgreSQL takes no NUL in a text: what no id can hold is refused before it is looked for. */
  private static String searchable(String text, String field) {
    if (!SEARCHABLE.matcher(text).matches()) {
      throw invalid(field + " must be 1 to 128 printable ASCII characters");
    }
    return text;
  }

  /** A line of text for the log: one line, not endless. */
  private static String given(@Nullable String text, String field) {
    if (text == null || text.isBlank() || text.length() > 500) {
      throw invalid(field + " is needed, 500 characters at most");
    }
    return text.strip().replaceAll("\\p{Cntrl}", " ");
  }
}

package io.payrelay.ops.deadletter;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.web.ProblemException;
import io.payrelay.ops.Texts;
import io.payrelay.ops.audit.AuditEntry;
import io.payrelay.ops.audit.AuditLog;
import io.payrelay.ops.audit.Reason;
import java.security.Principal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Dead letters over HTTP: list, show, discard. */
@RestController
@RequestMapping("/api/dead-letters")
class DeadLetterController {

  private static final int MOST = 500;

  private final DeadLetterStore store;
  private final AuditLog audit;
  private final Discards discards;

  DeadLetterController(DeadLetterStore store, AuditLog audit, Discards discards) {
    this.store = store;
    this.audit = audit;
    this.discards = discards;
  }

  /** A page, newest first; {@code next} goes into {@code after} of the next request. */
  record Page(List<DeadLetter> items, @Nullable String next) {}

  /**
   * One letter in full.
   *
   * @param bodyEncoding {@code utf-8}, or {@code base64} where the body is not text
   */
  record Shown(
      @JsonUnwrapped DeadLetter letter,
      Map<String, Object> headers,
      String body,
      String bodyEncoding,
      int bodyBytes,
      History history) {}

  /** Every episode of the same message, and what operators did to them. */
  record History(List<DeadLetter> episodes, List<AuditEntry> acts) {}

  record Given(@Nullable String reason) {}

  record Discarded(String id, String outcome) {}

  @GetMapping
  Page page(
      @RequestParam(required = false) @Nullable String origin,
      @RequestParam(required = false) @Nullable DeadLetterCause cause,
      @RequestParam(required = false) DeadLetterCause.@Nullable Fault fault,
      @RequestParam(required = false) @Nullable LetterState state,
      @RequestParam(required = false) @Nullable String orderNo,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") int limit) {
    if (limit < 1 || limit > MOST) {
      throw new ProblemException(
          HttpStatus.BAD_REQUEST, "bad-limit", "limit must be between 1 and " + MOST);
    }
    var filter = new LetterFilter(origin, cause, fault, state, orderNo);
    var mark = after == null || after.isEmpty() ? null : Texts.clean(after, 64);
    var found = store.page(filter, mark, limit + 1);
    var items = found.subList(0, Math.min(limit, found.size()));
    return new Page(items, found.size() > limit ? items.getLast().id() : null);
  }

  @GetMapping("/{id}")
  Shown show(@PathVariable String id) {
    var letter = store.find(id).orElseThrow(() -> LetterProblems.unknown(id));
    var content = store.content(id);
    var text = Texts.utf8(content.body());
    var episodes = store.episodes(letter);
    var acts = audit.of(episodes.stream().map(DeadLetter::subject).toList());
    return new Shown(
        letter,
        content.headers(),
        text.orElseGet(() -> Base64.getEncoder().encodeToString(content.body())),
        text.isPresent() ? "utf-8" : "base64",
        content.body().length,
        new History(episodes, acts));
  }

  @PostMapping("/{id}/discard")
  Discarded discard(
      @PathVariable String id,
      @RequestBody(required = false) @Nullable Given given,
      Principal operator) {
    var reason = Reason.of(given == null ? null : given.reason());
    if (!discards.discard(id, operator.getName(), reason)) {
      throw LetterProblems.notHeld(store, id);
    }
    return new Discarded(id, LetterState.DISCARDED.name());
  }
}

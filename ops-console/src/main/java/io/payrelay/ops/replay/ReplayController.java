package io.payrelay.ops.replay;

import io.payrelay.common.web.ProblemException;
import io.payrelay.ops.audit.Reason;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Replaying over HTTP. */
@RestController
class ReplayController {

  private final Replays replays;

  ReplayController(Replays replays) {
    this.replays = replays;
  }

  record Given(@Nullable String reason) {}

  /**
   * The letter is on its way.
   *
   * @param outcome the letter's new state, REPLAYED
   * @param how REPUBLISHED, RESCHEDULED, or ALREADY where there was nothing left to do
   */
  record Replayed(
      String id, String outcome, String how, String detail, @Nullable Integer replayNo) {}

  @PostMapping("/api/dead-letters/{id}/replay")
  Replayed replay(
      @PathVariable String id,
      @RequestBody(required = false) @Nullable Given given,
      Principal operator) {
    var reason = Reason.of(given == null ? null : given.reason());
    var outcome = replays.replay(id, operator.getName(), reason);
    return switch (outcome) {
      case ReplayOutcome.Republished(_, var replayNo) -> replayed(id, outcome, replayNo);
      case ReplayOutcome.Rescheduled(_, var replayNo) -> replayed(id, outcome, replayNo);
      case ReplayOutcome.Already _ -> replayed(id, outcome, null);
      case ReplayOutcome.Refused(var why) ->
          throw new ProblemException(
              HttpStatus.BAD_GATEWAY, "replay-refused", why + ". The letter is still held.");
      case ReplayOutcome.Unavailable(var why) ->
          throw new ProblemException(
              HttpStatus.SERVICE_UNAVAILABLE,
              "replay-unavailable",
              why + ". The letter is still held.");
    };
  }

  private static Replayed replayed(String id, ReplayOutcome outcome, @Nullable Integer replayNo) {
    return new Replayed(id, "REPLAYED", outcome.label(), outcome.detail(), replayNo);
  }
}

package io.payrelay.ops.replay;

/** What became of a replay. The first three take the letter out of HELD; the last two leave it. */
sealed interface ReplayOutcome {

  /** The broker has stored the message in the queue it died in. */
  record Republished(String queue, int replayNo) implements ReplayOutcome {}

  /** notify-worker has started the notification's retry plan anew. */
  record Rescheduled(String notificationId, int replayNo) implements ReplayOutcome {}

  /** There is nothing left to do: it is delivered, or under way. */
  record Already(String detail) implements ReplayOutcome {}

  /** The other side said no, and will say so again. */
  record Refused(String reason) implements ReplayOutcome {}

  /**
   * The other side gave no answer, or can't right now. Trying again is harmless: ids are constant.
   */
  record Unavailable(String reason) implements ReplayOutcome {}

  /** As it stands in the audit and in the API. */
  default String label() {
    return switch (this) {
      case Republished _ -> "REPUBLISHED";
      case Rescheduled _ -> "RESCHEDULED";
      case Already _ -> "ALREADY";
      case Refused _ -> "REFUSED";
      case Unavailable _ -> "UNAVAILABLE";
    };
  }

  /** One sentence for a person. */
  default String detail() {
    return switch (this) {
      case Republished(var queue, var replayNo) -> "back in " + queue + " as replay " + replayNo;
      case Rescheduled(var id, var replayNo) ->
          id + " starts its retry plan anew, as replay " + replayNo;
      case Already(var detail) -> detail;
      case Refused(var reason) -> reason;
      case Unavailable(var reason) -> reason;
    };
  }
}

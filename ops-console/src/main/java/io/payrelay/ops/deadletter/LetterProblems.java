package io.payrelay.ops.deadletter;

import io.payrelay.common.web.ProblemException;
import io.payrelay.ops.Texts;
import org.springframework.http.HttpStatus;

/** Why an act on a letter is refused. */
public final class LetterProblems {

  private LetterProblems() {}

  /** 404. */
  public static ProblemException unknown(String id) {
    return new ProblemException(
        HttpStatus.NOT_FOUND,
        "dead-letter-not-found",
        "there is no dead letter " + Texts.clean(id, 64));
  }

  /** After a compare-and-swap that found no row: why it did not. */
  public static ProblemException notHeld(DeadLetterStore store, String id) {
    var letter = store.find(id).orElseThrow(() -> unknown(id));
    var why =
        letter.state() != LetterState.HELD
            ? "is " + letter.state() + " since " + letter.closedAt()
            : letter.claimedBy() != null
                ? "is being replayed by " + letter.claimedBy() + " right now"
                : "was being replayed a moment ago, and is held again: look, then try again";
    return new ProblemException(HttpStatus.CONFLICT, "not-held", "dead letter " + id + " " + why);
  }
}

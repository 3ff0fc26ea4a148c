package io.payrelay.sandbox.load;

import io.payrelay.sandbox.stack.Answer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether an answer is an acknowledgement. The channel is asked once for each answer that differs
 * from the last of its kind; bytes that are the same mean the same.
 */
final class Judgement {

  private final Predicate<Answer> isAcknowledged;
  private @Nullable Answer accepted;
  private @Nullable Answer refused;

  Judgement(Predicate<Answer> isAcknowledged) {
    this.isAcknowledged = isAcknowledged;
  }

  boolean accepts(AnswerReader answer) {
    if (isSame(answer, accepted)) {
      return true;
    }
    if (isSame(answer, refused)) {
      return false;
    }
    var unknown = new Answer(answer.status(), answer.body());
    boolean holds = isAcknowledged.test(unknown);
    if (holds) {
      accepted = unknown;
    } else {
      refused = unknown;
    }
    return holds;
  }

  /** The last refusal in words; empty if there was none. */
  String complaint() {
    return refused == null ? "" : refused.summary();
  }

  private static boolean isSame(AnswerReader answer, @Nullable Answer known) {
    return known != null && answer.status() == known.status() && answer.bodyEquals(known.body());
  }
}

package io.payrelay.ops.deadletter;

import io.payrelay.ops.audit.Act;
import io.payrelay.ops.audit.AuditLog;
import io.payrelay.ops.audit.Reason;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts a dead letter aside for good. Its row stays. */
@Component
class Discards {

  private final LetterTransitions transitions;
  private final AuditLog audit;
  private final TransactionTemplate transaction;

  Discards(LetterTransitions transitions, AuditLog audit, TransactionTemplate transaction) {
    this.transitions = transitions;
    this.audit = audit;
    this.transaction = transaction;
  }

  /** False if the letter is not there to be discarded. */
  boolean discard(String id, String operator, Reason reason) {
    var done =
        transaction.execute(
            _ -> {
              if (!transitions.discarded(id)) {
                return false;
              }
              audit.write(
                  operator,
                  Act.DISCARD,
                  DeadLetter.subject(id),
                  reason.text(),
                  LetterState.DISCARDED.name(),
                  "");
              return true;
            });
    return Boolean.TRUE.equals(done);
  }
}

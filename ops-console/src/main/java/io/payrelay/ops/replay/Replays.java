package io.payrelay.ops.replay;

import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.PublisherSettings;
import io.payrelay.ops.Texts;
import io.payrelay.ops.audit.Act;
import io.payrelay.ops.audit.AuditLog;
import io.payrelay.ops.audit.Reason;
import io.payrelay.ops.deadletter.DeadLetter;
import io.payrelay.ops.deadletter.DeadLetterStore;
import io.payrelay.ops.deadletter.LetterProblems;
import io.payrelay.ops.deadletter.LetterTransitions;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Replays one dead letter: claims it, calls the other side outside any transaction, then records
 * what became of it.
 *
 * <p>Two operators never replay the same episode at once. After a crash between call and record the
 * claim runs out and the letter is held again; replaying it a second time is harmless, because the
 * message's id is the same and every consumer dedupes on it.
 */
@Service
class Replays {

  private static final int LONGEST_DETAIL = 1_000;

  private final DeadLetterStore store;
  private final LetterTransitions transitions;
  private final AuditLog audit;
  private final TransactionTemplate transaction;
  private final QueueReplay queue;
  private final NotificationReplay notification;
  private final ReplaySettings settings;

  Replays(
      DeadLetterStore store,
      LetterTransitions transitions,
      AuditLog audit,
      TransactionTemplate transaction,
      QueueReplay queue,
      NotificationReplay notification,
      ReplaySettings settings,
      PublisherSettings publisher) {
    settings.check(publisher);
    this.store = store;
    this.transitions = transitions;
    this.audit = audit;
    this.transaction = transaction;
    this.queue = queue;
    this.notification = notification;
    this.settings = settings;
  }

  /**
   * Replays a held letter.
   *
   * @throws io.payrelay.common.web.ProblemException if there is no such letter, or it is not held
   */
  ReplayOutcome replay(String id, String operator, Reason reason) {
    var letter = store.find(id).orElseThrow(() -> LetterProblems.unknown(id));
    var content = store.content(id);
    var token = UUID.randomUUID();
    claim(id, token, operator, reason);
    var outcome =
        letter.origin().equals(Names.NOTIFY_DELIVERIES)
            ? notification.replay(content, operator, reason.text())
            : queue.replay(letter, content);
    record(letter, token, operator, reason, outcome);
    return outcome;
  }

  private void claim(String id, UUID token, String operator, Reason reason) {
    var claimed =
        transaction.execute(
            _ -> {
              if (!transitions.claim(id, token, operator, settings.lease())) {
                return false;
              }
              // Written before the call: if this process dies in it, the audit still says who
              // tried.
              audit.write(
                  operator, Act.REPLAY, DeadLetter.subject(id), reason.text(), "STARTED", "");
              return true;
            });
    if (!Boolean.TRUE.equals(claimed)) {
      throw LetterProblems.notHeld(store, id);
    }
  }

  private void record(
      DeadLetter letter, UUID token, String operator, Reason reason, ReplayOutcome outcome) {
    transaction.executeWithoutResult(
        _ -> {
          switch (outcome) {
            case ReplayOutcome.Republished _,
                ReplayOutcome.Rescheduled _,
                ReplayOutcome.Already _ ->
                transitions.replayed(letter.id());
            case ReplayOutcome.Refused _, ReplayOutcome.Unavailable _ ->
                transitions.release(letter.id(), token);
          }
          // Also if the claim had ended meanwhile: the act took place.
          audit.write(
              operator,
              Act.REPLAY,
              letter.subject(),
              reason.text(),
              outcome.label(),
              Texts.clean(outcome.detail(), LONGEST_DETAIL));
        });
  }
}

package io.payrelay.notify.delivery;

import io.payrelay.notify.http.Answer;
import java.sql.Types;
import java.util.OptionalInt;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes an attempt and what it means for its row, in one transaction. A failure counts only under
 * the attempt's own lease; a success always wins.
 */
@Component
class AttemptRecords {

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  AttemptRecords(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
  }

  /** What the row made of it. */
  sealed interface Recorded {

    /** The row follows: its next nudge carries {@code nextAttempt}. */
    record Applied(int nextAttempt) implements Recorded {}

    /** The row went another way meanwhile: another worker's, or delivered. */
    record Superseded() implements Recorded {}
  }

  Recorded record(Claimed claimed, Answer answer, NextStep next) {
    var recorded =
        transaction.execute(
            _ -> {
              var changed =
                  switch (next) {
                    case NextStep.Done _ -> delivered(claimed, answer);
                    case NextStep.Again again -> again(claimed, answer, again);
                    case NextStep.GiveUp gaveUp -> dead(claimed, answer, gaveUp);
                  };
              log(claimed, answer);
              return changed;
            });
    return recorded != null && recorded.isPresent()
        ? new Recorded.Applied(recorded.getAsInt())
        : new Recorded.Superseded();
  }

  private OptionalInt delivered(Claimed claimed, Answer answer) {
    return jdbc.sql(
            """
            update notification
            set state = 'DELIVERED', delivered_at = now(), last_error = null, last_status = :status,
              lease_token = null, lease_until = null
            where notification_id = :id
              and state <> 'DELIVERED'
            returning next_attempt
            """)
        .param("id", claimed.notificationId())
        .param("status", answer.httpStatus(), Types.INTEGER)
        .query(Integer.class)
        .optional()
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }

  private OptionalInt again(Claimed claimed, Answer answer, NextStep.Again again) {
    // next_attempt grows with every scheduling, so that no older nudge fits again.
    return jdbc.sql(
            """
            update notification
            set due_at = now() + make_interval(secs => :delay), plan_position = :position,
              next_attempt = greatest(attempt, next_attempt) + 1, last_nudged_at = null,
              last_error = :error, last_status = :status, lease_token = null, lease_until = null
            where notification_id = :id
              and state = 'SCHEDULED'
              and lease_token = :token
            returning next_attempt
            """)
        .param("id", claimed.notificationId())
        .param("token", claimed.token())
        .param("delay", (double) again.tier().delay().toSeconds())
        .param("position", again.planPosition())
        .param("error", answer.outcome())
        .param("status", answer.httpStatus(), Types.INTEGER)
        .query(Integer.class)
        .optional()
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }

  private OptionalInt dead(Claimed claimed, Answer answer, NextStep.GiveUp gaveUp) {
    return jdbc.sql(
            """
            update notification
            set state = 'DEAD', dead_at = now(), dead_cause = :cause, dead_lettered_at = null,
              last_nudged_at = now(), last_error = :error, last_status = :status,
              lease_token = null, lease_until = null
            where notification_id = :id
              and state = 'SCHEDULED'
              and lease_token = :token
            returning next_attempt
            """)
        .param("id", claimed.notificationId())
        .param("token", claimed.token())
        .param("cause", gaveUp.cause().name())
        .param("error", answer.outcome())
        .param("status", answer.httpStatus(), Types.INTEGER)
        .query(Integer.class)
        .optional()
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }

  /** Logs an attempt of which nothing follows for the row: a failed manual one. */
  void logOnly(Claimed claimed, Answer answer) {
    log(claimed, answer);
  }

  private void log(Claimed claimed, Answer answer) {
    var phases = answer.phases();
    // The row may say LOST already, if the lease ended before the attempt did.
    jdbc.sql(
            """
            insert into attempt (notification_id, attempt, kind, started_at, outcome, status,
              dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, excerpt)
            values (:id, :attempt, :kind, :started, :outcome, :status,
              :dns, :connect, :tls, :first, :total, :excerpt)
            on conflict (notification_id, attempt) do update
            set outcome = excluded.outcome, status = excluded.status,
              started_at = excluded.started_at, dns_ms = excluded.dns_ms,
              connect_ms = excluded.connect_ms, tls_ms = excluded.tls_ms,
              first_byte_ms = excluded.first_byte_ms, total_ms = excluded.total_ms,
              excerpt = excluded.excerpt
            """)
        .param("id", claimed.notificationId())
        .param("attempt", claimed.attempt())
        .param("kind", claimed.kind().name())
        .param("started", java.sql.Timestamp.from(claimed.startedAt()))
        .param("outcome", answer.outcome())
        .param("status", answer.httpStatus(), Types.INTEGER)
        .param("dns", phases.dns(), Types.INTEGER)
        .param("connect", phases.connect(), Types.INTEGER)
        .param("tls", phases.tls(), Types.INTEGER)
        .param("first", phases.firstByte(), Types.INTEGER)
        .param("total", phases.total())
        .param("excerpt", answer.excerpt())
        .update();
  }
}

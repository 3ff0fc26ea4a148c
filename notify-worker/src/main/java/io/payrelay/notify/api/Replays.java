package io.payrelay.notify.api;

import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.messaging.Nudges;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Brings dead notifications back: same id, same body, the plan anew, attempt numbers going on. */
@Component
class Replays {

  private static final Logger log = LoggerFactory.getLogger(Replays.class);

  private final JdbcClient jdbc;
  private final Nudges nudges;

  Replays(JdbcClient jdbc, Nudges nudges) {
    this.jdbc = jdbc;
    this.nudges = nudges;
  }

  /** What came of asking for a replay. */
  sealed interface Replayed {

    record Scheduled(int replayNo) implements Replayed {}

    record NotDead(String state) implements Replayed {}

    /** Dead for want of an endpoint, and still without one. */
    record NoEndpoint() implements Replayed {}

    record Unknown() implements Replayed {}
  }

  private record Revived(int replayNo, int nextAttempt, TraceParent trace) {}

  /** DEAD becomes SCHEDULED, due at once; of two replays at the same time one wins. */
  Replayed replay(String id) {
    var revived = revive(id);
    if (revived.isEmpty()) {
      return whyNot(id);
    }
    var nudge = new DeliveryNudge(id, revived.get().nextAttempt());
    var outcome = nudges.now(nudge, revived.get().trace()).join();
    if (!outcome.isStored()) {
      // The row is due: the sweeper nudges.
      log.warn("notification.nudge id={} outcome={}", id, outcome);
    }
    return new Replayed.Scheduled(revived.get().replayNo());
  }

  private Optional<Revived> revive(String id) {
    return jdbc.sql(
            """
            update notification n
            set state = 'SCHEDULED', due_at = now(), plan_position = 0, lost_in_a_row = 0,
              replay_no = replay_no + 1,
              next_attempt = greatest(attempt, next_attempt) + 1, last_nudged_at = null,
              url = coalesce(n.url, e.url), dead_at = null, dead_lettered_at = null,
              dead_cause = null
            from endpoint e
            where n.notification_id = :id
              and n.state = 'DEAD'
              and e.merchant_no = n.merchant_no
            returning n.replay_no, n.next_attempt, n.traceparent
            """)
        .param("id", id)
        .query(
            (row, _) ->
                new Revived(
                    row.getInt(1), row.getInt(2), TraceParent.continueOrBegin(row.getString(3))))
        .optional();
  }

  private Replayed whyNot(String id) {
    return jdbc.sql("select state from notification where notification_id = :id")
        .param("id", id)
        .query(String.class)
        .optional()
        .<Replayed>map(
            state -> state.equals("DEAD") ? new Replayed.NoEndpoint() : new Replayed.NotDead(state))
        .orElseGet(Replayed.Unknown::new);
  }
}

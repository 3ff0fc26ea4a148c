package io.payrelay.notify.sweep;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.PublishOutcome;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.config.NotifySettings;
import io.payrelay.notify.deadletter.DeadLetters;
import io.payrelay.notify.messaging.Nudges;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * The guarantee behind the queues: finds rows that are overdue and dead letters that are owed. Safe
 * to run in many workers at once.
 */
@Component
public class Sweeper {

  private static final Logger log = LoggerFactory.getLogger(Sweeper.class);

  private final JdbcClient jdbc;
  private final Nudges nudges;
  private final DeadLetters deadLetters;
  private final NotifySettings.Sweep settings;
  private final MeterRegistry meters;

  Sweeper(
      JdbcClient jdbc,
      Nudges nudges,
      DeadLetters deadLetters,
      NotifySettings settings,
      MeterRegistry meters) {
    this.jdbc = jdbc;
    this.nudges = nudges;
    this.deadLetters = deadLetters;
    this.settings = settings.sweep();
    this.meters = meters;
  }

  /** What one sweep did. */
  public record Swept(int nudged, int lettered) {}

  private record Overdue(String id, int nextAttempt, TraceParent trace) {}

  @Scheduled(
      fixedDelayString = "${payrelay.notify.sweep.every:5s}",
      initialDelayString = "${payrelay.notify.sweep.every:5s}")
  void tick() {
    try {
      sweep();
    } catch (DataAccessException | TransactionException e) {
      log.warn("sweep.failed error={}", e.toString());
    }
  }

  /** Sweeps once. */
  public Swept sweep() {
    if (!nudges.arePossible()) {
      return new Swept(0, 0); // marking rows as nudged would only make them wait
    }
    var swept = new Swept(nudgeOverdue(), publishOwed());
    if (swept.nudged() + swept.lettered() > 0) {
      log.info("sweep.done nudged={} lettered={}", swept.nudged(), swept.lettered());
      meters.counter("payrelay.notify.swept", "kind", "overdue").increment(swept.nudged());
      meters.counter("payrelay.notify.swept", "kind", "letter").increment(swept.lettered());
    }
    return swept;
  }

  private int nudgeOverdue() {
    var overdue =
        jdbc.sql(
                """
                with overdue as (
                  select notification_id
                  from notification
                  where state = 'SCHEDULED'
                    and due_at <= now() - make_interval(secs => :grace)
                    and (lease_until is null or lease_until < now())
                    and (last_nudged_at is null
                      or last_nudged_at <= now() - make_interval(secs => :spacing))
                  order by due_at
                  limit :limit
                  for update skip locked
                )
                update notification n
                set last_nudged_at = now()
                from overdue
                where n.notification_id = overdue.notification_id
                returning n.notification_id, n.next_attempt, n.traceparent
                """)
            .param("grace", settings.grace().toMillis() / 1000.0)
            .param("spacing", settings.spacing().toMillis() / 1000.0)
            .param("limit", settings.limit())
            .query(
                (row, _) ->
                    new Overdue(
                        row.getString(1),
                        row.getInt(2),
                        TraceParent.continueOrBegin(row.getString(3))))
            .list();
    var published = new ArrayList<CompletableFuture<PublishOutcome>>();
    for (var row : overdue) {
      published.add(nudges.now(new DeliveryNudge(row.id(), row.nextAttempt()), row.trace()));
    }
    var refused = new ArrayList<String>();
    for (int i = 0; i < overdue.size(); i++) {
      if (!published.get(i).join().isStored()) {
        refused.add(overdue.get(i).id());
      }
    }
    takeBack(refused);
    return overdue.size() - refused.size();
  }

  /** Nobody was reminded of these: the next sweep tries again. */
  private void takeBack(List<String> ids) {
    if (!ids.isEmpty()) {
      jdbc.sql("update notification set last_nudged_at = null where notification_id in (:ids)")
          .param("ids", ids)
          .update();
    }
  }

  private int publishOwed() {
    var owed =
        jdbc.sql(
                """
                with owed as (
                  select notification_id
                  from notification
                  where state = 'DEAD'
                    and dead_lettered_at is null
                    and (last_nudged_at is null
                      or last_nudged_at <= now() - make_interval(secs => :spacing))
                  order by dead_at
                  limit :limit
                  for update skip locked
                )
                update notification n
                set last_nudged_at = now()
                from owed
                where n.notification_id = owed.notification_id
                returning n.notification_id
                """)
            .param("spacing", settings.spacing().toMillis() / 1000.0)
            .param("limit", settings.limit())
            .query(String.class)
            .list();
    var published = owed.stream().collect(Collectors.partitioningBy(deadLetters::publish));
    takeBack(Objects.requireNonNull(published.get(false)));
    return Objects.requireNonNull(published.get(true)).size();
  }
}

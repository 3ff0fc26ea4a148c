package io.payrelay.core.outbox;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The relay's view of the outbox. Leases are judged by the database's clock. */
@Component
class OutboxTable {

  /** An event that this node may publish until its lease ends. */
  record Claimed(
      long outboxId,
      String eventId,
      String eventType,
      byte[] body,
      String traceparent,
      OffsetDateTime leasedUntil) {}

  private final JdbcClient jdbc;

  OutboxTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  List<Claimed> claim(int most, Duration lease) {
    return jdbc.sql(
            """
            with due as (
              select outbox_id
              from outbox
              where sent_at is null and (leased_until is null or leased_until < now())
              order by outbox_id
              limit :most
              for update skip locked
            )
            update outbox o
            set leased_until = now() + :lease * interval '1 millisecond'
            from due
            where o.outbox_id = due.outbox_id
            returning o.outbox_id, o.event_id, o.event_type, o.body, o.traceparent, o.leased_until
            """)
        .param("most", most)
        .param("lease", lease.toMillis())
        .query(
            (row, _) ->
                new Claimed(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getBytes(4),
                    row.getString(5),
                    row.getObject(6, OffsetDateTime.class)))
        .list();
  }

  void markSent(List<Claimed> sent) {
    if (!sent.isEmpty()) {
      jdbc.sql("update outbox set sent_at = now() where outbox_id = any(:ids) and sent_at is null")
          .param("ids", ids(sent))
          .update();
    }
  }

  /** Lets other rounds have them at once, unless the lease has passed to somebody else. */
  void release(List<Claimed> unsent) {
    if (!unsent.isEmpty()) {
      jdbc.sql(
              """
              update outbox
              set leased_until = null
              where outbox_id = any(:ids) and leased_until = :lease and sent_at is null
              """)
          .param("ids", ids(unsent))
          .param("lease", unsent.getFirst().leasedUntil())
          .update();
    }
  }

  /** How many wait, counted up to a bound so that a long queue stays cheap to count. */
  long waiting() {
    return jdbc.sql(
            "select count(*) from (select from outbox where sent_at is null limit 100000) as w")
        .query(Long.class)
        .single();
  }

  private static Long[] ids(List<Claimed> rows) {
    return rows.stream().map(Claimed::outboxId).toArray(Long[]::new);
  }
}

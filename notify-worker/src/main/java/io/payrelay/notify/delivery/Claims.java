package io.payrelay.notify.delivery;

import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.config.NotifySettings;
import io.payrelay.notify.delivery.Claimed.Kind;
import io.payrelay.notify.http.AckRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Takes rows for attempts. A lease makes one worker the row's owner; all comparisons of time are
 * the database's.
 */
@Component
public class Claims {

  private final JdbcClient jdbc;
  private final Clock clock;
  private final Duration lease;

  Claims(JdbcClient jdbc, Clock clock, NotifySettings settings) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.lease = settings.lease();
  }

  /**
   * Takes the row that a nudge speaks of. The row must be scheduled and due, expect exactly this
   * nudge, and be nobody's. An attempt whose worker died is logged as lost, and counted: so a
   * failure to record ends in the dead letters, not in a loop of deliveries.
   */
  public Claim claim(String notificationId, int nudged) {
    var token = UUID.randomUUID().toString();
    var now = clock.instant();
    // The row is locked first: what it held before is needed, and RETURNING shows what it holds.
    return jdbc.sql(
            """
            with before as (
              select notification_id, attempt, lease_token
              from notification
              where notification_id = :id
                and state = 'SCHEDULED'
                and next_attempt = :nudged
                and due_at <= now()
                and (lease_until is null or lease_until < now())
              for update
            ), lost as (
              insert into attempt (notification_id, attempt, kind, started_at, outcome)
              select notification_id, attempt, 'AUTO', now(), 'LOST'
              from before
              where lease_token is not null
              on conflict do nothing
            )
            update notification n
            set attempt = greatest(n.attempt + 1, n.next_attempt),
              lost_in_a_row = case when before.lease_token is null then 0 else n.lost_in_a_row + 1 end,
              lease_token = :token,
              lease_until = now() + make_interval(secs => :lease)
            from before, endpoint e
            where n.notification_id = before.notification_id
              and e.merchant_no = n.merchant_no
            returning n.*, e.endpoint_id, e.secret_encrypted
            """)
        .param("id", notificationId)
        .param("nudged", nudged)
        .param("token", token)
        .param("lease", seconds(lease))
        .query((row, _) -> claimed(row, Kind.AUTO, token, now))
        .optional()
        .<Claim>map(Claim.Granted::new)
        .orElseGet(() -> whyNot(notificationId, nudged));
  }

  /** A repeat of an event finds its row: it carries on from there if nothing is under way. */
  public Claim carryOn(String orderNo, String eventType) {
    record Found(String id, int next) {}
    return jdbc.sql(
            """
            select notification_id, next_attempt
            from notification
            where order_no = :order and event_type = :type
            """)
        .param("order", orderNo)
        .param("type", eventType)
        .query((row, _) -> new Found(row.getString(1), row.getInt(2)))
        .optional()
        .map(found -> claim(found.id(), found.next()))
        .orElseGet(() -> new Claim.Refused("unknown"));
  }

  /**
   * Stores a new notification, already taken for its first attempt.
   *
   * @return empty if there is one for this event, or for this order and type, already
   */
  public Optional<Claimed> insert(NewNotification fresh) {
    var token = UUID.randomUUID().toString();
    var now = clock.instant();
    var event = fresh.event();
    return jdbc.sql(
            """
            with fresh as (
              insert into notification (notification_id, event_id, order_no, event_type, merchant_no,
                amount, currency, sequence, url, plan, ack_rule, body, traceparent, state, attempt,
                lease_token, lease_until)
              values (:id, :event, :order, :type, :merchant, :amount, :currency, :sequence, :url,
                :plan, :rule, :body, :trace, 'SCHEDULED', 1, :token,
                now() + make_interval(secs => :lease))
              on conflict do nothing
              returning *
            )
            select fresh.*, e.endpoint_id, e.secret_encrypted
            from fresh
            join endpoint e using (merchant_no)
            """)
        .param("id", fresh.notificationId())
        .param("event", event.eventId())
        .param("order", event.orderNo())
        .param("type", event.eventType().wireName())
        .param("merchant", event.merchantNo())
        .param("amount", event.amount().minor())
        .param("currency", event.amount().currencyCode())
        .param("sequence", event.sequence())
        .param("url", fresh.url())
        .param("plan", fresh.endpoint().plan())
        .param("rule", fresh.endpoint().ackRule().name())
        .param("body", fresh.body())
        .param("trace", fresh.trace().header())
        .param("token", token)
        .param("lease", seconds(lease))
        .query((row, _) -> claimed(row, Kind.AUTO, token, now))
        .optional();
  }

  /**
   * Takes the next attempt number for a manual attempt, and nothing else: the plan, its next nudge
   * and the lease stay as they are. Empty if there is no such row or no URL to call.
   */
  Optional<Claimed> takeManually(String notificationId) {
    var now = clock.instant();
    return jdbc.sql(
            """
            update notification n
            set attempt = n.attempt + 1
            from endpoint e
            where n.notification_id = :id
              and e.merchant_no = n.merchant_no
              and n.url is not null
              and (n.lease_until is null or n.lease_until < now())
            returning n.*, e.endpoint_id, e.secret_encrypted
            """)
        .param("id", notificationId)
        .query((row, _) -> claimed(row, Kind.MANUAL, "manual", now))
        .optional();
  }

  private Claim whyNot(String notificationId, int nudged) {
    return jdbc.sql(
            """
            select state, next_attempt, lease_until > now() as leased,
              extract(epoch from due_at - now()) as left
            from notification
            where notification_id = :id
            """)
        .param("id", notificationId)
        .query((row, _) -> reason(row, nudged))
        .optional()
        .orElseGet(() -> new Claim.Refused("unknown"));
  }

  private static Claim reason(ResultSet row, int nudged) throws SQLException {
    if (!row.getString("state").equals("SCHEDULED")) {
      return new Claim.Refused("done");
    }
    if (row.getInt("next_attempt") != nudged) {
      return new Claim.Refused("stale");
    }
    if (row.getBoolean("leased")) {
      return new Claim.Refused("leased");
    }
    double left = row.getDouble("left");
    return left > 0
        ? new Claim.NotDue(Duration.ofMillis((long) Math.ceil(left * 1000)))
        : new Claim.Refused("raced");
  }

  private Claimed claimed(ResultSet row, Kind kind, String token, Instant now) throws SQLException {
    return new Claimed(
        row.getString("notification_id"),
        row.getString("order_no"),
        kind,
        token,
        row.getInt("attempt"),
        row.getInt("plan_position"),
        row.getInt("lost_in_a_row"),
        row.getString("plan"),
        new Claimed.Target(
            row.getString("url"),
            AckRule.valueOf(row.getString("ack_rule")),
            row.getString("endpoint_id"),
            row.getString("secret_encrypted")),
        row.getBytes("body"),
        TraceParent.continueOrBegin(row.getString("traceparent")),
        now,
        now.plus(lease));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}

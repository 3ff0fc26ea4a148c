package io.payrelay.notify.deadletter;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.event.DeadNotification;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.money.Money;
import io.payrelay.common.trace.TraceParent;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Publishes the dead letters of notifications. A DEAD row owes its letter until the broker has
 * confirmed it; publishing twice is harmless, the console knows each episode by its replay number.
 */
@Component
public class DeadLetters {

  private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

  private final JdbcClient jdbc;
  private final ConfirmingPublisher publisher;
  private final EventCodec codec;
  private final MeterRegistry meters;

  DeadLetters(
      JdbcClient jdbc, ConfirmingPublisher publisher, EventCodec codec, MeterRegistry meters) {
    this.jdbc = jdbc;
    this.publisher = publisher;
    this.codec = codec;
    this.meters = meters;
  }

  private record Owed(
      DeadNotification dead, DeadLetterCause cause, Instant diedAt, TraceParent trace) {}

  /** Publishes the letter this row owes, and notes the broker's confirm; false if there is none. */
  public boolean publish(String notificationId) {
    var owed =
        jdbc.sql(
                """
                select *
                from notification
                where notification_id = :id
                  and state = 'DEAD'
                  and dead_lettered_at is null
                """)
            .param("id", notificationId)
            .query((row, _) -> owed(row))
            .optional();
    if (owed.isEmpty()) {
      return false;
    }
    var outcome = publisher.publishAndAwait(letter(owed.get()));
    if (!outcome.isStored()) {
      log.warn("notification.letter id={} outcome={}", notificationId, outcome);
      return false;
    }
    note(owed.get());
    return true;
  }

  private OutboundMessage letter(Owed owed) {
    var dead = owed.dead();
    var event =
        OutboundMessage.of(
            Names.DEAD, Names.NOTIFY_DELIVERIES, dead.notificationId(), dead, codec, owed.trace());
    return DeadLetterHeaders.letter(
            Names.NOTIFY_DELIVERIES,
            dead.notificationId(),
            event.headers(),
            event.body(),
            owed.cause(),
            detail(owed),
            owed.diedAt())
        .withHeader(DeadLetterHeaders.REPLAY, dead.replayNo());
  }

  private static String detail(Owed owed) {
    var dead = owed.dead();
    return switch (owed.cause()) {
      case NO_ENDPOINT -> "merchant %s has no endpoint".formatted(dead.merchantNo());
      case PLAN_EXHAUSTED, ENDPOINT_HELD, UNREADABLE, UNKNOWN_TYPE, REJECTED, DELIVERY_LIMIT ->
          "%d attempts, the last one: %s%s"
              .formatted(
                  dead.attempts(),
                  dead.lastError(),
                  dead.lastStatus() == null ? "" : " " + dead.lastStatus());
    };
  }

  private void note(Owed owed) {
    var dead = owed.dead();
    int noted =
        jdbc.sql(
                """
                update notification
                set dead_lettered_at = now()
                where notification_id = :id
                  and replay_no = :replay
                  and state = 'DEAD'
                  and dead_lettered_at is null
                """)
            .param("id", dead.notificationId())
            .param("replay", dead.replayNo())
            .update();
    if (noted == 1) {
      meters.counter("payrelay.notify.dead", "cause", owed.cause().name()).increment();
      log.info(
          "notification.dead id={} order={} merchant={} cause={} replay={} attempts={} error={}",
          dead.notificationId(),
          dead.orderNo(),
          dead.merchantNo(),
          owed.cause(),
          dead.replayNo(),
          dead.attempts(),
          dead.lastError());
    }
  }

  private static Owed owed(ResultSet row) throws SQLException {
    var status = row.getObject("last_status") == null ? null : (Integer) row.getInt("last_status");
    var error = row.getString("last_error");
    var cause = row.getString("dead_cause");
    return new Owed(
        new DeadNotification(
            row.getString("notification_id"),
            row.getInt("replay_no"),
            row.getString("merchant_no"),
            row.getString("order_no"),
            row.getString("event_type"),
            Money.ofMinor(row.getLong("amount"), row.getString("currency")),
            row.getInt("attempt"),
            error == null ? cause : error,
            status,
            host(row.getString("url"))),
        DeadLetterCause.valueOf(cause),
        row.getTimestamp("dead_at").toInstant(),
        TraceParent.continueOrBegin(row.getString("traceparent")));
  }

  private static String host(@Nullable String url) {
    var host = url == null ? null : URI.create(url).getHost();
    return host == null ? "" : host;
  }
}

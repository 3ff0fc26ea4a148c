package io.payrelay.notify.api;

import io.payrelay.notify.api.NotificationView.AttemptView;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads notifications for people. */
@Component
class NotificationQueries {

  private final JdbcClient jdbc;

  NotificationQueries(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Optional<NotificationView.Detailed> detailed(String id) {
    record Row(NotificationView view, byte[] body) {}
    return jdbc.sql("select * from notification where notification_id = :id")
        .param("id", id)
        .query((row, _) -> new Row(view(row), row.getBytes("body")))
        .optional()
        .map(
            row ->
                new NotificationView.Detailed(
                    row.view(),
                    new String(row.body(), StandardCharsets.UTF_8),
                    jdbc.sql("select * from attempt where notification_id = :id order by attempt")
                        .param("id", id)
                        .query((attempt, _) -> attemptView(attempt))
                        .list()));
  }

  /** Newest first, by id: ids sort by time. */
  NotificationView.Page list(
      @Nullable String orderNo, @Nullable String state, int limit, @Nullable String after) {
    var rows =
        jdbc.sql(
                """
                select *
                from notification
                where (cast(:order as text) is null or order_no = :order)
                  and (cast(:state as text) is null or state = :state)
                  and (cast(:after as text) is null or notification_id < :after)
                order by notification_id desc
                limit :limit
                """)
            .param("order", orderNo, Types.VARCHAR)
            .param("state", state, Types.VARCHAR)
            .param("after", after, Types.VARCHAR)
            .param("limit", limit + 1)
            .query((row, _) -> view(row))
            .list();
    if (rows.size() <= limit) {
      return new NotificationView.Page(rows, null);
    }
    var page = rows.subList(0, limit);
    return new NotificationView.Page(page, page.getLast().notificationId());
  }

  private static NotificationView view(ResultSet row) throws SQLException {
    return new NotificationView(
        row.getString("notification_id"),
        row.getString("order_no"),
        row.getString("merchant_no"),
        row.getString("event_type"),
        row.getLong("amount"),
        row.getString("currency"),
        row.getInt("sequence"),
        row.getString("url"),
        row.getString("plan"),
        row.getString("state"),
        row.getInt("attempt"),
        row.getInt("plan_position"),
        row.getInt("replay_no"),
        Objects.requireNonNull(instant(row, "due_at")),
        row.getString("last_error"),
        integer(row, "last_status"),
        instant(row, "delivered_at"),
        instant(row, "dead_at"),
        instant(row, "dead_lettered_at"),
        row.getString("dead_cause"),
        Objects.requireNonNull(instant(row, "created_at")));
  }

  private static AttemptView attemptView(ResultSet row) throws SQLException {
    return new AttemptView(
        row.getInt("attempt"),
        row.getString("kind"),
        Objects.requireNonNull(instant(row, "started_at")),
        row.getString("outcome"),
        integer(row, "status"),
        integer(row, "dns_ms"),
        integer(row, "connect_ms"),
        integer(row, "tls_ms"),
        integer(row, "first_byte_ms"),
        integer(row, "total_ms"),
        row.getString("excerpt"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }

  private static @Nullable Integer integer(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }
}

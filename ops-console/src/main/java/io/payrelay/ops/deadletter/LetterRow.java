package io.payrelay.ops.deadletter;

import io.payrelay.common.broker.DeadLetterCause;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** A row of the store as a record. */
final class LetterRow {

  static final String COLUMNS =
      """
      id, origin, message_id, replay_no, cause, fault, detail, order_no, state, died_at, stored_at,
      closed_at, case when claim_until > now() then claimed_by end as claimed_by""";

  static final RowMapper<DeadLetter> MAPPER =
      (row, _) ->
          new DeadLetter(
              row.getString("id"),
              row.getString("origin"),
              row.getString("message_id"),
              row.getInt("replay_no"),
              DeadLetterCause.valueOf(row.getString("cause")),
              DeadLetterCause.Fault.valueOf(row.getString("fault")),
              row.getString("detail"),
              row.getString("order_no"),
              LetterState.valueOf(row.getString("state")),
              instant(row, "died_at"),
              row.getObject("stored_at", OffsetDateTime.class).toInstant(),
              instant(row, "closed_at"),
              row.getString("claimed_by"));

  private LetterRow() {}

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    var at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}

package io.payrelay.ops.audit;

import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Writes and reads the audit. A write joins the caller's transaction, so that no change of state is
 * without its entry.
 */
@Component
public class AuditLog {

  private static final Logger log = LoggerFactory.getLogger(AuditLog.class);

  private static final RowMapper<AuditEntry> ENTRY =
      (row, _) ->
          new AuditEntry(
              row.getLong("id"),
              row.getObject("at", OffsetDateTime.class).toInstant(),
              row.getString("operator"),
              Act.valueOf(row.getString("act")),
              row.getString("subject"),
              row.getString("reason"),
              row.getString("outcome"),
              row.getString("detail"));

  private final JdbcClient jdbc;

  AuditLog(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Adds an entry to the current transaction. */
  public void write(
      String operator, Act act, String subject, String reason, String outcome, String detail) {
    jdbc.sql(
            """
            insert into audit_entry (operator, act, subject, reason, outcome, detail)
            values (:operator, :act, :subject, :reason, :outcome, :detail)""")
        .param("operator", operator)
        .param("act", act.name())
        .param("subject", subject)
        .param("reason", reason)
        .param("outcome", outcome)
        .param("detail", detail)
        .update();
    log.info(
        "operator.act act={} operator={} subject={} outcome={} reason=\"{}\" detail=\"{}\"",
        act,
        operator,
        subject,
        outcome,
        reason,
        detail);
  }

  /** Newest first; {@code before} is the last id of the page before. */
  List<AuditEntry> page(@Nullable Long before, int limit) {
    return jdbc.sql(
            """
            select * from audit_entry
            where id < :before
            order by id desc
            limit :limit""")
        .param("before", before == null ? Long.MAX_VALUE : before)
        .param("limit", limit)
        .query(ENTRY)
        .list();
  }

  /** All acts on any of these, oldest first. */
  public List<AuditEntry> of(Collection<String> subjects) {
    if (subjects.isEmpty()) {
      return List.of();
    }
    return jdbc.sql("select * from audit_entry where subject in (:subjects) order by id")
        .param("subjects", subjects)
        .query(ENTRY)
        .list();
  }
}

package io.payrelay.ops.audit;

import java.time.Instant;

/**
 * One act.
 *
 * @param at by the database's clock
 * @param subject what it was done to, such as {@code dead-letter:dl_…}
 * @param outcome {@code STARTED} before a call to another system, then what became of it
 */
public record AuditEntry(
    long id,
    Instant at,
    String operator,
    Act act,
    String subject,
    String reason,
    String outcome,
    String detail) {}

package io.payrelay.ops.deadletter;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.payrelay.common.broker.DeadLetterCause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One episode of a dead letter in the store, without headers and body.
 *
 * @param claimedBy who is replaying it right now; null if nobody is
 */
public record DeadLetter(
    String id,
    String origin,
    String messageId,
    int replayNo,
    DeadLetterCause cause,
    DeadLetterCause.Fault fault,
    String detail,
    @Nullable String orderNo,
    LetterState state,
    @Nullable Instant diedAt,
    Instant storedAt,
    @Nullable Instant closedAt,
    @Nullable String claimedBy) {

  /** Its name in the audit. */
  @JsonIgnore
  public String subject() {
    return subject(id);
  }

  /** The name in the audit of the letter with this id. */
  public static String subject(String id) {
    return "dead-letter:" + id;
  }
}

package io.payrelay.ops.deadletter;

import io.payrelay.common.broker.DeadLetterCause;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as it came from the broker.
 *
 * @param origin the queue it died in
 * @param messageId the sender's, or a digest of the body where the sender gave none
 * @param replayNo how often it had been replayed when it died
 * @param detail one sentence for a person
 * @param orderNo our order number, where the body is a known event that names one
 * @param headers all of them, the broker's history too
 * @param diedAt when, if the message says it
 */
record NewLetter(
    String origin,
    String messageId,
    int replayNo,
    DeadLetterCause cause,
    String detail,
    @Nullable String orderNo,
    Map<String, Object> headers,
    byte[] body,
    @Nullable Instant diedAt) {

  /** The same letter under another message id. */
  NewLetter withMessageId(String other) {
    return new NewLetter(origin, other, replayNo, cause, detail, orderNo, headers, body, diedAt);
  }
}

package io.payrelay.common.event;

/** What a verified callback says happened at the channel. */
public enum NoticeKind {
  /** Money arrived. The only kind that can settle an order or be answered by a SUCCESS mark. */
  PAID,
  /** The channel's final word: this payment will not happen. */
  FAILED,
  /** The channel closed the order. */
  CLOSED,
  /** One attempt failed; the buyer may pay the same order again. */
  ATTEMPT_FAILED,
  /** Nothing decided yet. */
  PENDING,
  /** Money went back to the buyer; kept for a person. */
  REFUND
}

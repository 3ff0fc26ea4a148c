package io.payrelay.ops.deadletter;

/** Where a dead letter stands. It leaves HELD once, and nothing leaves the other two. */
public enum LetterState {
  /** Waits for an operator. */
  HELD,
  /** Was sent on its way again; if it dies again, that is a new episode with its own row. */
  REPLAYED,
  /** An operator decided, with a reason, that nothing more is to be done. */
  DISCARDED
}

package io.payrelay.common.broker;

/** What became of a published message. The caller must face all three. */
public sealed interface PublishOutcome {

  /** The broker has confirmed it, and it reached a queue. */
  record Stored() implements PublishOutcome {}

  /** It is certainly in no queue. */
  record Refused(Reason reason) implements PublishOutcome {}

  /**
   * The broker's answer did not come in time or was lost: the message may be stored, or land later.
   * Publish it again with the same id.
   */
  record Unknown(String why) implements PublishOutcome {}

  /** Why a message was refused. */
  enum Reason {
    /** No queue is bound for its routing key. */
    UNROUTABLE,
    /** The broker said no: a queue is full or unavailable. */
    NACKED,
    /** The broker has raised an alarm (memory, disk) and takes nothing. */
    BLOCKED,
    /** There is no connection to the broker. */
    BROKER_AWAY,
    /** Too many messages wait for their confirms. */
    OVERLOADED,
    /** This publisher is shut down. */
    CLOSED
  }

  default boolean isStored() {
    return this instanceof Stored;
  }
}

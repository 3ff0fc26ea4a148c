package io.payrelay.common.broker;

/** Why a message died. Says whose fault it was, so that faults of different owners never mix. */
public enum DeadLetterCause {
  /** The merchant did not accept it within its retry plan. */
  PLAN_EXHAUSTED(Fault.MERCHANT),
  /** The merchant's endpoint was held for longer than allowed. */
  ENDPOINT_HELD(Fault.MERCHANT),
  /** The merchant has no endpoint to notify. */
  NO_ENDPOINT(Fault.MERCHANT),
  /** The body can't be read. */
  UNREADABLE(Fault.POISON),
  /** The type or schema version is not known here. */
  UNKNOWN_TYPE(Fault.POISON),
  /** Readable, but its handling fails whenever it is tried alone. */
  REJECTED(Fault.POISON),
  /** The broker gave up after too many redeliveries. */
  DELIVERY_LIMIT(Fault.PIPELINE);

  private final Fault fault;

  DeadLetterCause(Fault fault) {
    this.fault = fault;
  }

  public Fault fault() {
    return fault;
  }

  /** Who has to act. */
  public enum Fault {
    MERCHANT,
    PIPELINE,
    POISON
  }
}

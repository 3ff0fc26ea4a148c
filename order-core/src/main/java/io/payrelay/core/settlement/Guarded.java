package io.payrelay.core.settlement;

import java.util.Map;

/**
 * What Redis says about the callbacks of a pass.
 *
 * @param token under which the locks and marks of this pass were taken
 */
record Guarded(String token, Map<String, Admission> admissions) {

  Guarded {
    admissions = Map.copyOf(admissions);
  }

  /** How a callback may proceed. */
  enum Admission {
    /** Its order's lock is ours. */
    LOCKED,
    /** Redis is away: the database decides alone. */
    UNGUARDED,
    /** Redis knows that this payment is settled. */
    SETTLED,
    /** Somebody else has the order's lock. */
    BUSY
  }

  Admission of(Arrival arrival) {
    return admissions.getOrDefault(arrival.orderNo(), Admission.UNGUARDED);
  }
}

package io.payrelay.core.settlement;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Books a pass so that one bad callback never fails its neighbours. */
@Component
class CarefulBooking {

  private static final Logger log = LoggerFactory.getLogger(CarefulBooking.class);
  private static final int TRIES_ALONE = 3;

  private final Booking booking;
  private final Witness witness;

  CarefulBooking(Booking booking, Witness witness) {
    this.booking = booking;
    this.witness = witness;
  }

  /**
   * Books together; if that fails, one by one.
   *
   * @return the outcome of each, by order number
   * @throws DatabaseAwayException if there is no database; some may be booked already
   */
  Map<String, Outcome> book(Collection<Arrival> pass) {
    try {
      return bookAndTell(pass);
    } catch (RuntimeException e) {
      refuseIfAway(e);
      log.warn("settlement.split size={} error={}", pass.size(), DatabaseFault.describe(e));
    }
    var outcomes = new HashMap<String, Outcome>();
    for (var arrival : pass) {
      outcomes.putAll(bookAlone(arrival));
    }
    return outcomes;
  }

  private Map<String, Outcome> bookAlone(Arrival arrival) {
    for (int tries = 1; ; tries++) {
      try {
        return bookAndTell(List.of(arrival));
      } catch (RuntimeException e) {
        refuseIfAway(e);
        if (DatabaseFault.of(e) == DatabaseFault.LASTING) {
          return Map.of(arrival.orderNo(), new Outcome.Rejected(DatabaseFault.describe(e)));
        }
        if (tries == TRIES_ALONE) {
          return Map.of(arrival.orderNo(), new Outcome.Unfinished(DatabaseFault.describe(e)));
        }
      }
    }
  }

  private Map<String, Outcome> bookAndTell(Collection<Arrival> pass) {
    var outcomes = booking.book(pass);
    witness.tell(pass, outcomes);
    return outcomes;
  }

  private static void refuseIfAway(RuntimeException e) {
    if (DatabaseFault.of(e) == DatabaseFault.AWAY) {
      throw new DatabaseAwayException(e);
    }
  }
}

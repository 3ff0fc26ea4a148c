package io.payrelay.core.settlement;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.core.outbox.OutboxRelay;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Settles one pass of callbacks: guard, booking, marks. Thread-safe. */
@Component
class Settlement {

  private final Guard guard;
  private final CarefulBooking booking;
  private final FactsLoader loader;
  private final OutboxRelay relay;
  private final Witness witness;
  private final SettlementSettings settings;
  private final Counter unguarded;

  Settlement(
      Guard guard,
      CarefulBooking booking,
      FactsLoader loader,
      OutboxRelay relay,
      Witness witness,
      SettlementSettings settings,
      MeterRegistry meters) {
    this.guard = guard;
    this.booking = booking;
    this.loader = loader;
    this.relay = relay;
    this.witness = witness;
    this.settings = settings;
    this.unguarded = meters.counter("payrelay.settlement.unguarded");
  }

  /**
   * Settles callbacks of different orders.
   *
   * @return the outcome of each, by order number; what they tell of is committed
   * @throws DatabaseAwayException if there is no database; what was booked before is found as a
   *     duplicate by the next try
   */
  Map<String, Outcome> settle(Collection<Arrival> pass) {
    var guardable = pass.stream().filter(Arrival::isDecisive).toList();
    var guarded = guard.take(guardable);
    Map<String, Outcome> outcomes = new HashMap<>();
    try {
      outcomes.putAll(withoutBooking(guarded, guardable));
      var rest = pass.stream().filter(one -> !outcomes.containsKey(one.orderNo())).toList();
      if (!rest.isEmpty()) {
        outcomes.putAll(booking.book(rest));
        relay.wake();
      }
    } finally {
      // Also if the database is away: what has no outcome then gives its lock and mark back.
      guard.conclude(guarded, guardable, outcomes);
    }
    return outcomes;
  }

  /** What Redis, or a look at the booked payments, can answer. */
  private Map<String, Outcome> withoutBooking(Guarded guarded, List<Arrival> arrivals) {
    var outcomes = new HashMap<String, Outcome>();
    var busy = new ArrayList<Arrival>();
    for (var arrival : arrivals) {
      switch (guarded.of(arrival)) {
        case SETTLED -> outcomes.put(arrival.orderNo(), new Outcome.Duplicate(true));
        case BUSY -> busy.add(arrival);
        case UNGUARDED -> unguarded.increment();
        case LOCKED -> {}
      }
    }
    outcomes.putAll(whileLocked(busy));
    witness.tell(arrivals, outcomes);
    return outcomes;
  }

  /**
   * The lock is held: a payment that is booked is a duplicate, whatever its order's state. Others
   * come back later; after enough deferrals they go on, and the database decides.
   */
  private Map<String, Outcome> whileLocked(List<Arrival> busy) {
    var booked =
        loader.payments(
            busy.stream().flatMap(a -> a.paid().stream()).map(PaidNotice::payment).toList());
    var outcomes = new HashMap<String, Outcome>();
    for (var arrival : busy) {
      var again =
          arrival
              .paid()
              .flatMap(
                  notice ->
                      Optional.ofNullable(booked.get(notice.payment()))
                          .map(found -> found.toldAgainBy(notice)));
      if (again.isPresent()) {
        outcomes.put(arrival.orderNo(), again.get());
      } else if (arrival.deferrals() < settings.guard().deferrals()) {
        outcomes.put(arrival.orderNo(), new Outcome.LockBusy());
      } else {
        unguarded.increment();
      }
    }
    return outcomes;
  }
}

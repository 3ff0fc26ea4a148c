package io.payrelay.core.settlement;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.trace.TraceParent;
import java.util.Collection;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/** Counts outcomes, and writes one wide line for each callback that changed the books. */
@Component
class Witness {

  private static final Logger log = LoggerFactory.getLogger(Witness.class);

  private final MeterRegistry meters;

  Witness(MeterRegistry meters) {
    this.meters = meters;
  }

  void tell(Collection<Arrival> arrivals, Map<String, Outcome> outcomes) {
    for (var arrival : arrivals) {
      var outcome = outcomes.get(arrival.orderNo());
      if (outcome != null) {
        tell(arrival, outcome);
      }
    }
  }

  void tell(Arrival arrival, Outcome outcome) {
    meters.counter("payrelay.settlement.outcomes", "outcome", outcome.label()).increment();
    try (var _ = MDC.putCloseable(TraceParent.LOG_KEY, arrival.trace().traceId())) {
      switch (outcome) {
        case Outcome.Settled(var id) -> line("payment.settled", arrival, "payment=" + id);
        case Outcome.Suspended(var id, var why) ->
            line("payment.suspended", arrival, "payment=" + id + " case=" + why);
        case Outcome.Ended(var as) -> line("order.ended", arrival, "status=" + as);
        case Outcome.RefundNoted(var isNew) -> line("refund.noted", arrival, "new=" + isNew);
        case Outcome.Ignored(var why) -> line("callback.ignored", arrival, "why=" + why);
        case Outcome.Rejected(var why) -> line("callback.rejected", arrival, "error=" + why);
        case Outcome.Unfinished(var why) -> line("callback.unfinished", arrival, "error=" + why);
        case Outcome.Contradicted(var booked) ->
            line(
                Level.WARN,
                "payment.contradicted",
                arrival,
                "booked_order=%s booked_amount=%s".formatted(booked.orderNo(), booked.amount()));
        case Outcome.Duplicate _, Outcome.OrderAbsent _, Outcome.LockBusy _ -> {
          if (log.isDebugEnabled()) {
            line(Level.DEBUG, "callback." + outcome.label(), arrival, "");
          }
        }
      }
    }
  }

  private static void line(String what, Arrival arrival, String details) {
    line(Level.INFO, what, arrival, details);
  }

  private static void line(Level level, String what, Arrival arrival, String details) {
    var callback = arrival.callback();
    log.atLevel(level)
        .log(
            "{} order={} channel={} account={} transaction={} amount={} delivery={} trace={} {}",
            what,
            callback.orderNo(),
            callback.channel(),
            callback.account(),
            callback.transactionId(),
            callback.amount(),
            callback.deliveryId(),
            arrival.trace().traceId(),
            details);
  }
}

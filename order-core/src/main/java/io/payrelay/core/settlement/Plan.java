package io.payrelay.core.settlement;

import io.payrelay.common.broker.Tier;
import io.payrelay.core.cases.CaseKind;
import io.payrelay.core.order.OrderStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * What a pass is going to do: each callback judged, sorted by what there is to write. Pure.
 *
 * @param decided outcomes that need no writing, by order
 */
record Plan(
    List<NewMoney> money,
    List<Finishing> finishings,
    List<Arrival> refunds,
    Map<String, Outcome> decided) {

  /** Money that is not in the books yet. */
  sealed interface NewMoney {
    Arrival arrival();

    PaidNotice notice();
  }

  /** Money that pays its order. */
  record Settling(Arrival arrival, PaidNotice notice, OrderFacts order) implements NewMoney {}

  /** Money that is kept for a person. */
  record Suspending(Arrival arrival, PaidNotice notice, CaseKind why) implements NewMoney {}

  /** A final word without money. */
  record Finishing(Arrival arrival, OrderFacts order, OrderStatus as) {}

  /**
   * Judges each callback by the facts.
   *
   * @param waitAfter the next wait after so many lookups in vain
   */
  static Plan of(Collection<Arrival> pass, Facts facts, IntFunction<Optional<Tier>> waitAfter) {
    var plan = new Plan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new HashMap<>());
    for (var arrival : pass) {
      var nextLookup = waitAfter.apply(arrival.lookups());
      switch (arrival.callback().kind()) {
        case PAID ->
            arrival.paid().ifPresent(notice -> plan.addPaid(arrival, notice, facts, nextLookup));
        case FAILED -> plan.addFinalWord(arrival, OrderStatus.FAIL, facts, nextLookup);
        case CLOSED -> plan.addFinalWord(arrival, OrderStatus.CLOSED, facts, nextLookup);
        case REFUND -> plan.refunds.add(arrival);
        case ATTEMPT_FAILED -> plan.decide(arrival, new Outcome.Ignored("attempt_failed"));
        case PENDING -> plan.decide(arrival, new Outcome.Ignored("pending"));
      }
    }
    return plan;
  }

  /** The orders that end, given the payments whose record is ours. */
  List<Move> moves(Set<PaymentKey> recorded) {
    var moves = new ArrayList<Move>();
    for (var one : money) {
      if (one instanceof Settling(var arrival, var notice, var order)
          && recorded.contains(notice.payment())) {
        moves.add(move(arrival, order, OrderStatus.SUCCESS));
      }
    }
    finishings.forEach(end -> moves.add(move(end.arrival(), end.order(), end.as())));
    return moves;
  }

  private static Move move(Arrival arrival, OrderFacts order, OrderStatus to) {
    var callback = arrival.callback();
    return new Move(
        order,
        to,
        arrival.at(),
        callback.transactionId(),
        callback.paidAt(),
        "callback " + callback.deliveryId(),
        arrival.trace());
  }

  private void addPaid(Arrival arrival, PaidNotice notice, Facts facts, Optional<Tier> nextLookup) {
    switch (Decision.on(notice, facts, nextLookup)) {
      case Decision.Settle(var order) -> money.add(new Settling(arrival, notice, order));
      case Decision.Suspend(var why) -> money.add(new Suspending(arrival, notice, why));
      case Decision.Duplicate(var booked) -> decide(arrival, booked.toldAgainBy(notice));
      case Decision.ComeBack(var later) -> decide(arrival, new Outcome.OrderAbsent(later));
    }
  }

  private void addFinalWord(
      Arrival arrival, OrderStatus as, Facts facts, Optional<Tier> nextLookup) {
    boolean identityMatches = arrival.callback().identityMatches();
    switch (Ending.on(arrival.orderNo(), as, arrival.at(), identityMatches, facts, nextLookup)) {
      case Ending.End(var order, var end) -> finishings.add(new Finishing(arrival, order, end));
      case Ending.ComeBack(var later) -> decide(arrival, new Outcome.OrderAbsent(later));
      case Ending.Nothing(var why) -> decide(arrival, new Outcome.Ignored(why));
    }
  }

  private void decide(Arrival arrival, Outcome outcome) {
    decided.put(arrival.orderNo(), outcome);
  }
}

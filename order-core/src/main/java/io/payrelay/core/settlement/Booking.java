package io.payrelay.core.settlement;

import io.payrelay.core.cases.CaseKind;
import io.payrelay.core.cases.Cases;
import io.payrelay.core.cases.MoneyCase;
import io.payrelay.core.cases.RefundNotice;
import io.payrelay.core.ledger.Ledger;
import io.payrelay.core.ledger.LedgerEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Books one pass in one transaction of a few set-based statements. Locks are taken orders first,
 * then payments, then accounts, each in key order. Only what the compare-and-swap has moved is paid
 * out: one order that was not moved rolls everything back.
 */
@Component
class Booking {

  private final TransactionTemplate transaction;
  private final SettlementSettings settings;
  private final FactsLoader loader;
  private final Payments payments;
  private final OrderMoves moves;
  private final Ledger ledger;
  private final Cases cases;

  Booking(
      TransactionTemplate settlementTransaction,
      SettlementSettings settings,
      FactsLoader loader,
      Payments payments,
      OrderMoves moves,
      Ledger ledger,
      Cases cases) {
    this.transaction = settlementTransaction;
    this.settings = settings;
    this.loader = loader;
    this.payments = payments;
    this.moves = moves;
    this.ledger = ledger;
    this.cases = cases;
  }

  /**
   * Judges and books; all or nothing.
   *
   * @param pass at most one callback per order and per payment
   * @return the outcomes by order number, committed
   */
  Map<String, Outcome> book(Collection<Arrival> pass) {
    return transaction.execute(_ -> write(Plan.of(pass, loader.load(pass), settings::waitAfter)));
  }

  private Map<String, Outcome> write(Plan plan) {
    var outcomes = new HashMap<>(plan.decided());
    var ids = payments.insert(plan.money().stream().map(Booking::newPayment).toList());
    moves.apply(plan.moves(ids.keySet()));
    bookMoney(plan.money(), ids, outcomes);
    for (var end : plan.finishings()) {
      outcomes.put(end.order().orderNo(), new Outcome.Ended(end.as()));
    }
    for (var refund : plan.refunds()) {
      boolean isNew = cases.openRefund(refundNotice(refund));
      outcomes.put(refund.orderNo(), new Outcome.RefundNoted(isNew));
    }
    return outcomes;
  }

  private void bookMoney(
      List<Plan.NewMoney> money, Map<PaymentKey, Long> ids, Map<String, Outcome> outcomes) {
    var entries = new ArrayList<LedgerEntry>();
    var moneyCases = new ArrayList<MoneyCase>();
    for (var one : money) {
      var id = ids.get(one.notice().payment());
      if (id == null) {
        // Another transaction was faster to record this payment: a repeat.
        outcomes.put(one.notice().orderNo(), new Outcome.Duplicate(false));
        continue;
      }
      entries.add(entry(id, one));
      switch (one) {
        case Plan.Settling(_, var notice, _) ->
            outcomes.put(notice.orderNo(), new Outcome.Settled(id));
        case Plan.Suspending(_, var notice, var why) -> {
          moneyCases.add(moneyCase(id, notice, why));
          outcomes.put(notice.orderNo(), new Outcome.Suspended(id, why));
        }
      }
    }
    ledger.post(entries);
    cases.open(moneyCases);
  }

  private static Payments.NewPayment newPayment(Plan.NewMoney one) {
    var callback = one.arrival().callback();
    return new Payments.NewPayment(
        one.notice(),
        one instanceof Plan.Settling,
        callback.deliveryId(),
        callback.paidAt(),
        callback.receivedAt());
  }

  private static LedgerEntry entry(long id, Plan.NewMoney one) {
    var notice = one.notice();
    var family = notice.payment().channelFamily();
    return switch (one) {
      case Plan.Settling(_, _, var order) ->
          LedgerEntry.settle(id, family, order.merchantNo(), notice.amount(), order.orderNo());
      case Plan.Suspending _ -> LedgerEntry.suspend(id, family, notice.amount(), notice.orderNo());
    };
  }

  private static MoneyCase moneyCase(long id, PaidNotice notice, CaseKind why) {
    return new MoneyCase(
        why,
        id,
        notice.at().channel(),
        notice.payment().channelFamily(),
        notice.payment().account(),
        notice.orderNo(),
        notice.amount());
  }

  private static RefundNotice refundNotice(Arrival arrival) {
    var callback = arrival.callback();
    var refundId = callback.refundId();
    return new RefundNotice(
        callback.channel(),
        callback.channelFamily(),
        callback.account(),
        callback.orderNo(),
        refundId == null ? callback.bodyDigest() : refundId,
        callback.amount());
  }
}

package io.payrelay.core.settlement;

import io.payrelay.common.trace.TraceParent;
import io.payrelay.core.cases.Cases;
import io.payrelay.core.ledger.Ledger;
import io.payrelay.core.ledger.LedgerEntry;
import io.payrelay.core.order.OrderStatus;
import io.payrelay.core.outbox.OutboxRelay;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings payments whose order was unknown to that order once it exists: the money moves from
 * suspense to the merchant, the order is paid, its event is kept and the case closes, in one
 * transaction. Runs on every node; the case's compare-and-swap lets one of them win.
 */
@Component
class Adoption {

  private static final Logger log = LoggerFactory.getLogger(Adoption.class);
  private static final int PAGE = 100;

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final FactsLoader loader;
  private final Cases cases;
  private final Payments payments;
  private final OrderMoves moves;
  private final Ledger ledger;
  private final OutboxRelay relay;

  Adoption(
      JdbcClient jdbc,
      TransactionTemplate settlementTransaction,
      FactsLoader loader,
      Cases cases,
      Payments payments,
      OrderMoves moves,
      Ledger ledger,
      OutboxRelay relay) {
    this.jdbc = jdbc;
    this.transaction = settlementTransaction;
    this.loader = loader;
    this.cases = cases;
    this.payments = payments;
    this.moves = moves;
    this.ledger = ledger;
    this.relay = relay;
  }

  @Scheduled(
      initialDelayString = "${payrelay.settlement.adoption-interval:10s}",
      fixedDelayString = "${payrelay.settlement.adoption-interval:10s}")
  void sweep() {
    try {
      adoptAll();
    } catch (RuntimeException e) {
      log.warn("adoption.failed error={}", DatabaseFault.describe(e));
    }
  }

  /** Adopts what can be adopted now; says how many payments that were. */
  int adoptAll() {
    int adopted = 0;
    long after = 0;
    List<SuspendedPayment> page;
    do {
      page = SuspendedPayment.whoseOrderAppeared(jdbc, after, PAGE);
      for (var payment : page) {
        adopted += adopt(payment) ? 1 : 0;
        after = payment.caseId();
      }
    } while (page.size() == PAGE);
    if (adopted > 0) {
      relay.wake();
    }
    return adopted;
  }

  private boolean adopt(SuspendedPayment payment) {
    try {
      boolean adopted = transaction.execute(_ -> move(payment));
      if (adopted) {
        log.info(
            "payment.adopted payment={} order={} amount={} case={}",
            payment.paymentId(),
            payment.notice().orderNo(),
            payment.notice().amount(),
            payment.caseId());
      }
      return adopted;
    } catch (RuntimeException e) {
      // One that fails must not keep the others waiting.
      log.warn("adoption.failed case={} error={}", payment.caseId(), DatabaseFault.describe(e));
      return false;
    }
  }

  private boolean move(SuspendedPayment payment) {
    var notice = payment.notice();
    var decision = Decision.on(notice, loader.loadForSuspended(notice), Optional.empty());
    if (!(decision instanceof Decision.Settle(var order))
        || !cases.close(
            payment.caseId(), "ADOPTED", "order " + order.orderNo() + " has appeared")) {
      return false;
    }
    payments.markAdopted(payment.paymentId());
    moves.apply(
        List.of(
            new Move(
                order,
                OrderStatus.SUCCESS,
                notice.at(),
                notice.payment().transactionId(),
                payment.paidAt(),
                "adoption of case " + payment.caseId(),
                TraceParent.continueOrBegin(null))));
    ledger.post(
        List.of(
            LedgerEntry.adopt(
                payment.paymentId(), order.merchantNo(), notice.amount(), order.orderNo())));
    return true;
  }
}

package io.payrelay.sandbox.storm;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import io.payrelay.common.signing.StandardWebhooks.Verification;
import io.payrelay.sandbox.audit.Finding;
import io.payrelay.sandbox.merchant.Receipt;
import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** A storm's figures, and what they must be. */
record StormResult(
    StormPlan plan, Sent sent, Books books, List<Receipt> receipts, List<Finding> findings) {

  Report report() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("callbacks_sent", sent.callbacks());
    figures.put("attempts", sent.attempts());
    figures.put("acknowledged", sent.acknowledged());
    figures.put("acknowledged_first_try", sent.acknowledgedFirstTry());
    figures.put("settled", books.settled());
    figures.put("ledger_transactions", books.ledgerTransactions());
    figures.put("balance_minor", books.balanceMinor());
    figures.put("notifications_received", (long) receipts.size());
    figures.put("notification_ids", ids());
    figures.put("signatures_bad", signaturesBad());
    figures.put("audit_violations", Finding.violations(findings));
    figures.put("sending_ms", sent.took().toMillis());
    return Report.of("storm", plan.seed(), figures, checks());
  }

  private List<Check> checks() {
    long orders = plan.orders();
    var checks = new ArrayList<Check>();
    checks.add(
        Check.equal("every callback acknowledged", (long) plan.callbacks(), sent.acknowledged()));
    checks.add(Check.equal("every order settled", orders, books.settled()));
    checks.add(Check.equal("one ledger transaction each", orders, books.ledgerTransactions()));
    checks.add(
        Check.equal("exactly their money", orders * plan.amount().minor(), books.balanceMinor()));
    checks.add(Check.equal("every order told, under one id", orders, toldUnderOneId()));
    checks.add(Check.equal("one notification id each", orders, ids()));
    checks.add(Check.equal("no bad signature", 0L, signaturesBad()));
    findings.forEach(finding -> checks.add(finding.check()));
    return checks;
  }

  private long ids() {
    return receipts.stream().map(Receipt::notificationId).distinct().count();
  }

  private long signaturesBad() {
    return receipts.stream().filter(one -> one.signature() != Verification.VALID).count();
  }

  private long toldUnderOneId() {
    return receipts.stream()
        .filter(Receipt::isAccepted)
        .collect(groupingBy(Receipt::orderNo, mapping(Receipt::notificationId, toSet())))
        .values()
        .stream()
        .filter(ids -> ids.size() == 1)
        .count();
  }
}

package io.payrelay.sandbox.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.money.Money;
import io.payrelay.common.signing.StandardWebhooks.Verification;
import io.payrelay.sandbox.audit.Finding;
import io.payrelay.sandbox.merchant.Receipt;
import io.payrelay.sandbox.report.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each thing that can go wrong in a storm makes it fail. */
class StormResultTest {

  private static final StormPlan PLAN =
      new StormPlan(2, 3, 1, "hmac", Money.parse("599.00", "CNY"), 0, 7, Duration.ofSeconds(1));
  private static final Sent SENT = new Sent(6, 8, 6, 5, Duration.ofMillis(40));
  private static final Books BOOKS = new Books(2, 2, 119_800);
  private static final List<Finding> NOTHING = List.of(new Finding("P2", 0, List.of()));
  private static final Receipt FIRST = receipt("ntf_1", "O1", Verification.VALID);
  private static final Receipt SECOND = receipt("ntf_2", "O2", Verification.VALID);
  private static final List<Receipt> RECEIPTS = List.of(FIRST, FIRST, SECOND);

  private static Receipt receipt(String id, String orderNo, Verification signature) {
    int status = signature == Verification.VALID ? 200 : 401;
    return new Receipt(
        1, "m", id, signature, "payment.succeeded", orderNo, 59_900, status, Instant.EPOCH);
  }

  private static List<String> failed(
      Sent sent, Books books, List<Receipt> receipts, List<Finding> findings) {
    return new StormResult(PLAN, sent, books, receipts, findings)
        .report().checks().stream().filter(check -> !check.ok()).map(Check::name).toList();
  }

  @Test
  void all_is_well_even_if_some_came_twice() {
    var report = new StormResult(PLAN, SENT, BOOKS, RECEIPTS, NOTHING).report();

    assertThat(report.ok()).isTrue();
    assertThat(report.seed()).isEqualTo(7);
    assertThat(report.figures())
        .containsEntry("callbacks_sent", 6L)
        .containsEntry("attempts", 8L)
        .containsEntry("acknowledged", 6L)
        .containsEntry("acknowledged_first_try", 5L)
        .containsEntry("settled", 2L)
        .containsEntry("ledger_transactions", 2L)
        .containsEntry("balance_minor", 119_800L)
        .containsEntry("notifications_received", 3L)
        .containsEntry("notification_ids", 2L)
        .containsEntry("signatures_bad", 0L)
        .containsEntry("audit_violations", 0L);
  }

  @Test
  void a_callback_without_acknowledgement() {
    var sent = new Sent(6, 8, 5, 5, Duration.ZERO);

    assertThat(failed(sent, BOOKS, RECEIPTS, NOTHING))
        .containsExactly("every callback acknowledged");
  }

  @Test
  void books_that_miss_or_add_something() {
    assertThat(failed(SENT, new Books(1, 3, 119_801), RECEIPTS, NOTHING))
        .containsExactly(
            "every order settled", "one ledger transaction each", "exactly their money");
  }

  @Test
  void an_order_that_nobody_heard_of() {
    assertThat(failed(SENT, BOOKS, List.of(FIRST), NOTHING))
        .containsExactly("every order told, under one id", "one notification id each");
  }

  @Test
  void an_order_told_under_two_ids() {
    var another = receipt("ntf_3", "O1", Verification.VALID);

    assertThat(failed(SENT, BOOKS, List.of(FIRST, another, SECOND), NOTHING))
        .containsExactly("every order told, under one id", "one notification id each");
  }

  @Test
  void a_signature_that_is_not_genuine() {
    var forged = receipt("ntf_1", "O1", Verification.WRONG_SIGNATURE);

    assertThat(failed(SENT, BOOKS, List.of(forged, FIRST, SECOND), NOTHING))
        .containsExactly("no bad signature");
  }

  @Test
  void a_violation_in_the_audit() {
    assertThat(failed(SENT, BOOKS, RECEIPTS, List.of(new Finding("P9", 1, List.of("why")))))
        .containsExactly("P9");
  }
}

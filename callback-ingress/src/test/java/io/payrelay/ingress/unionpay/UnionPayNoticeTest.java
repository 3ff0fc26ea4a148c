package io.payrelay.ingress.unionpay;

import static io.payrelay.ingress.unionpay.UnionPaySender.MER_ID;
import static io.payrelay.ingress.unionpay.UnionPaySender.NOW;
import static io.payrelay.ingress.unionpay.UnionPaySender.SECURE_KEY;
import static io.payrelay.ingress.unionpay.UnionPaySender.notice;
import static io.payrelay.ingress.unionpay.UnionPaySender.purchase;
import static io.payrelay.ingress.unionpay.UnionPaySender.purchaseWith;
import static io.payrelay.ingress.unionpay.UnionPaySender.reader;
import static io.payrelay.ingress.unionpay.UnionPaySender.refund;
import static io.payrelay.ingress.unionpay.UnionPaySender.refundWith;
import static io.payrelay.ingress.unionpay.UnionPaySender.refused;
import static io.payrelay.ingress.unionpay.UnionPaySender.request;
import static io.payrelay.ingress.unionpay.UnionPaySender.root;
import static io.payrelay.ingress.unionpay.UnionPaySender.secure;
import static io.payrelay.ingress.unionpay.UnionPaySender.secured;
import static io.payrelay.ingress.unionpay.UnionPaySender.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnionPayNoticeTest {

  private static final String ORDER = "01KABCDEFGHJKMNPQRSTVWXYZ0";
  private static final String PAYMENT = "202603011010001777928";

  private final CallbackReader trusting = reader(root(), secure());
  private final CallbackReader asking = reader(Map.of("mer-id", MER_ID), root(), secure());

  @Test
  void a_purchase_that_went_through_is_paid_if_the_account_trusts_notices() {
    var verdict = trusting.read(request(signed(purchase(), Pki.UNIONPAY)), NOW);
    assertThat(notice(verdict))
        .isEqualTo(
            new Notice(
                null,
                NoticeKind.PAID,
                true,
                ORDER,
                PAYMENT,
                Money.ofMinor(59_900, "CNY"),
                Instant.parse("2026-03-01T02:10:00Z"), // 10:10 in Beijing
                null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "A6"})
  void without_trust_a_success_credits_nothing_until_a_query_confirms_it(String code) {
    var verdict = asking.read(request(secured(purchaseWith("respCode", code), SECURE_KEY)), NOW);
    assertThat(notice(verdict).kind()).isEqualTo(NoticeKind.PENDING);
    assertThat(notice(verdict).transactionId()).isEqualTo(PAYMENT);
  }

  @ParameterizedTest
  @CsvSource({
    "00,PAID",
    "A6,PAID",
    "03,PENDING",
    "04,PENDING",
    "05,PENDING",
    "01,ATTEMPT_FAILED",
    "64,ATTEMPT_FAILED", // not enough money on the card
    "99,ATTEMPT_FAILED",
    "A1,ATTEMPT_FAILED"
  })
  void each_response_code_is_told_apart(String code, NoticeKind kind) {
    var notice = notice(read(purchaseWith("respCode", code)));
    assertThat(notice.kind()).isEqualTo(kind);
    assertThat(notice.orderNo()).isEqualTo(ORDER);
    assertThat(notice.amount() != null).isEqualTo(kind == NoticeKind.PAID);
  }

  /** UnionPay's list says so: 42 debited too late, 74 and 75 debited but not entered. */
  @ParameterizedTest
  @ValueSource(strings = {"42", "74", "75"})
  void a_code_that_says_the_buyer_was_debited_is_no_failed_attempt(String code) {
    assertThat(notice(read(purchaseWith("respCode", code))).kind()).isEqualTo(NoticeKind.PENDING);
  }

  @Test
  void a_failed_or_unknown_attempt_needs_no_payment() {
    for (var code : new String[] {"05", "64"}) {
      var fields = purchaseWith("respCode", code);
      for (var name : new String[] {"queryId", "txnAmt", "currencyCode", "txnTime"}) {
        fields.remove(name);
      }
      assertThat(notice(read(fields)).transactionId()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"01,PAID", "03,PAID", "11,PAID", "04,REFUND", "31,REFUND", "33,REFUND"})
  void each_transaction_that_moves_money_is_told_apart(String type, NoticeKind kind) {
    assertThat(notice(read(purchaseWith("txnType", type))).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "02", "12", "32", "72", "77", "79", "99", "1", "001"})
  void what_is_neither_a_payment_nor_a_refund_is_ignored(String type) {
    assertThat(read(purchaseWith("txnType", type))).isInstanceOf(Verdict.Ignored.class);
  }

  @Test
  void a_refund_has_an_id_of_its_own_and_names_the_payment_it_takes_back() {
    assertThat(notice(read(refund())))
        .isEqualTo(
            new Notice(
                null,
                NoticeKind.REFUND,
                true,
                "REFUND0001", // all that UnionPay repeats: the number that the refund was given
                PAYMENT,
                Money.ofMinor(10_000, "CNY"),
                null,
                "202603021111111000001"));
  }

  @Test
  void a_refund_that_repeats_the_payments_order_number_has_it() {
    assertThat(notice(read(refundWith("origOrderId", ORDER))).orderNo()).isEqualTo(ORDER);
    assertThat(notice(read(purchaseWith("origOrderId", "OTHER001"))).orderNo()).isEqualTo(ORDER);
  }

  @Test
  void a_refund_is_told_of_whether_or_not_notices_are_trusted() {
    var verdict = asking.read(request(secured(refund(), SECURE_KEY)), NOW);
    assertThat(notice(verdict).kind()).isEqualTo(NoticeKind.REFUND);
  }

  @Test
  void a_refund_that_did_not_happen_is_no_refund_and_no_failed_attempt() {
    assertThat(read(refundWith("respCode", "64"))).isInstanceOf(Verdict.Ignored.class);
  }

  @Test
  void a_refund_whose_end_is_unknown_is_pending() {
    var notice = notice(read(refundWith("respCode", "05")));
    assertThat(notice.kind()).isEqualTo(NoticeKind.PENDING);
    assertThat(notice.transactionId()).isEqualTo(PAYMENT);
    assertThat(notice.refundId()).isEqualTo("202603021111111000001");
  }

  @Test
  void another_merchants_id_is_another_account_by_either_method() {
    var theirs = purchaseWith("merId", "777290058110049");
    assertThat(notice(read(theirs)).identityMatches()).isFalse();
    assertThat(notice(trusting.read(request(signed(theirs, Pki.UNIONPAY)), NOW)).identityMatches())
        .isFalse();
    assertThat(notice(read(refundWith("merId", "777290058110049"))).identityMatches()).isFalse();
    assertThat(notice(read(purchaseWith("merId", MER_ID + " "))).identityMatches()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"order 1", "订单", "a.b", "O'1"})
  void money_with_an_order_number_of_somebody_else_is_published_under_the_payments_id(
      String theirs) {
    assertThat(notice(read(purchaseWith("orderId", theirs))).orderNo()).isEqualTo(PAYMENT);
    assertThat(notice(read(refundWith("orderId", theirs))).orderNo()).isEqualTo(PAYMENT);
    var alone = refundWith("orderId", theirs);
    alone.remove("origQryId");
    assertThat(notice(read(alone)).orderNo()).isEqualTo("202603021111111000001");
  }

  @Test
  void money_that_is_not_believed_yet_is_on_record_all_the_same() {
    var theirs = secured(purchaseWith("orderId", "order 1"), SECURE_KEY);
    var notice = notice(asking.read(request(theirs), NOW));
    assertThat(notice.kind()).isEqualTo(NoticeKind.PENDING);
    assertThat(notice.orderNo()).isEqualTo(PAYMENT);
  }

  @Test
  void no_money_with_an_order_number_of_somebody_else_is_ignored() {
    var theirs = purchaseWith("orderId", "order 1");
    for (var code : new String[] {"05", "64"}) {
      theirs.put("respCode", code);
      assertThat(read(theirs)).isInstanceOf(Verdict.Ignored.class);
    }
  }

  @Test
  void an_account_may_leave_other_order_numbers_to_others() {
    var ignoring =
        reader(
            Map.of("mer-id", MER_ID, "trust-notice", "true", "unknown-order", "ignore"), secure());
    var theirs = secured(purchaseWith("orderId", "order 1"), SECURE_KEY);
    assertThat(ignoring.read(request(theirs), NOW)).isInstanceOf(Verdict.Ignored.class);
    assertThat(notice(ignoring.read(request(secured(purchase(), SECURE_KEY)), NOW)).orderNo())
        .isEqualTo(ORDER);
  }

  @ParameterizedTest
  @CsvSource({
    "1,156,1,CNY",
    "000000059900,156,59900,CNY",
    "999999999999,156,999999999999,CNY",
    "59900,344,59900,HKD",
    "599,392,599,JPY",
    "59900,840,59900,USD",
    "5990,414,5990,KWD"
  })
  void an_amount_is_in_minor_units_of_the_currency_with_that_number(
      String amount, String number, long minor, String currency) {
    var fields = purchaseWith("txnAmt", amount);
    fields.put("currencyCode", number);
    assertThat(notice(read(fields)).amount()).isEqualTo(Money.ofMinor(minor, currency));
  }

  @ParameterizedTest
  @CsvSource({
    "txnAmt,0",
    "txnAmt,-1",
    "txnAmt,+1",
    "txnAmt,1.00",
    "txnAmt,1e3",
    "txnAmt,５９９",
    "txnAmt,' 1'",
    "txnAmt,1000000000000",
    "txnAmt,99999999999999999999",
    "txnAmt,''",
    "currencyCode,CNY",
    "currencyCode,''",
    "currencyCode,000",
    "currencyCode,999", // no currency
    "currencyCode,959", // gold
    "currencyCode,0156",
    "txnTime,2026-03-01",
    "txnTime,20260230101000",
    "txnTime,20260301106000",
    "txnTime,00000101000000",
    "txnTime,22000101080000",
    "txnTime,99991231235959",
    "txnTime,''",
    "queryId,''",
    "queryId,'a b'",
    "queryId,'a=b'",
    "queryId,号",
    "orderId,''",
    "merId,''",
    "respCode,''",
    "respCode,0",
    "respCode,000",
    "respCode,a6",
    "txnType,''"
  })
  void a_parameter_that_cannot_be_right_is_refused_by_name_although_it_is_signed(
      String name, String value) {
    var refused = refused(read(purchaseWith(name, value)));
    assertThat(refused.why()).isEqualTo(Refusal.BODY_MALFORMED);
    assertThat(refused.detail()).startsWith(name + " ");
    assertThat(value.length() > 3 && refused.detail().contains(value)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"queryId", "origQryId"})
  void an_id_that_is_none_is_refused_in_a_refund_too(String name) {
    assertThat(refused(read(refundWith(name, "a b"))).detail()).startsWith(name + " ");
  }

  @Test
  void neither_secrets_nor_content_show_in_what_is_logged() {
    var form = new SignedForm(new TreeMap<>(purchase()), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(form.toString()).contains("orderId").doesNotContain(ORDER, "6226", MER_ID);
    var keys = UnionPayKeys.of(java.util.List.of(root(), secure()), UnionPayOptions.UNIONPAY);
    assertThat(keys.toString()).doesNotContain(SECURE_KEY, "BEGIN CERTIFICATE");
    assertThat(trusting.toString()).doesNotContain(SECURE_KEY);
  }

  private Verdict read(Map<String, String> fields) {
    return trusting.read(request(secured(fields, SECURE_KEY)), NOW);
  }
}

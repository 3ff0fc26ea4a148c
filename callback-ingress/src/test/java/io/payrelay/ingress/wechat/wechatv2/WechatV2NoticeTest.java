package io.payrelay.ingress.wechat.wechatv2;

import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.HMAC;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.KEY;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.complaint;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.key;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.notice;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.options;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.paid;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.paidBut;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.paidWithout;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.reader;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.signed;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What payment notices say, once they are believed. */
class WechatV2NoticeTest {

  private final CallbackReader reader = reader(HMAC);

  @Test
  void both_codes_success_is_paid() {
    assertThat(read(paid()))
        .isEqualTo(
            new Verdict.Genuine(
                new Notice(
                    null,
                    NoticeKind.PAID,
                    true,
                    "ORDER1",
                    "1004400740201409030005092168",
                    Money.ofMinor(59_900, "CNY"),
                    Instant.parse("2026-03-01T07:59:50Z"),
                    null)));
  }

  @Test
  void a_failed_attempt_is_not_the_end_of_the_order_and_no_money() {
    var failed = paidBut("result_code", "FAIL");
    failed.put("err_code", "SYSTEMERROR");
    var notice = notice(read(failed));
    assertThat(notice.kind()).isEqualTo(NoticeKind.ATTEMPT_FAILED);
    assertThat(notice.orderNo()).isEqualTo("ORDER1");
    assertThat(notice.amount()).isNull();
    assertThat(notice.paidAt()).isNull();
  }

  @Test
  void a_failed_attempt_needs_no_transaction() {
    var failed = paidBut("result_code", "FAIL");
    failed.remove("transaction_id");
    assertThat(notice(read(failed)).transactionId()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS,PAID",
    "CLOSED,CLOSED",
    "REVOKED,CLOSED",
    "PAYERROR,ATTEMPT_FAILED",
    "PAY_FAIL,ATTEMPT_FAILED",
    "NOTPAY,PENDING",
    "NOPAY,PENDING",
    "USERPAYING,PENDING",
    "ACCEPT,PENDING",
    "REFUND,REFUND"
  })
  void a_trade_state_weighs_more_than_the_result_code(String state, NoticeKind kind) {
    var notice = notice(read(paidBut("trade_state", state)));
    assertThat(notice.kind()).isEqualTo(kind);
    assertThat(notice.amount() != null).isEqualTo(kind == NoticeKind.PAID);
  }

  @Test
  void a_failed_result_is_no_payment_whatever_the_trade_state() {
    var torn = paidBut("trade_state", "SUCCESS");
    torn.put("result_code", "FAIL");
    assertThat(notice(read(torn)).kind()).isEqualTo(NoticeKind.ATTEMPT_FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PAID", "success", "SUCCESS ", " "})
  void an_unknown_state_or_code_is_refused(String value) {
    for (var field : new String[] {"trade_state", "result_code", "return_code"}) {
      assertThat(complaint(read(paidBut(field, value)))).startsWith(field + " ");
    }
  }

  @Test
  void a_signed_return_code_fail_is_refused() {
    assertThat(complaint(read(paidBut("return_code", "FAIL"))))
        .isEqualTo("return_code must be SUCCESS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"return_code", "result_code", "transaction_id", "total_fee"})
  void a_notice_that_lacks_what_counts_is_malformed(String field) {
    assertThat(complaint(read(paidWithout(field)))).startsWith(field + " ");
    assertThat(complaint(read(paidBut(field, "")))).startsWith(field + " ");
  }

  @Test
  void total_fee_counts_and_not_the_cash_that_was_left_after_coupons() {
    assertThat(notice(read(paidBut("cash_fee", "7"))).amount())
        .isEqualTo(Money.ofMinor(59_900, "CNY"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "+1",
        "01",
        "1.00",
        "1e3",
        "1 ",
        " 1",
        "1\n",
        "1,000",
        "0x1F",
        "１２３",
        "٣",
        "1000000000000000",
        "99999999999999999999"
      })
  void any_other_form_of_an_amount_is_refused(String amount) {
    assertThat(complaint(read(paidBut("total_fee", amount)))).startsWith("total_fee ");
  }

  @Test
  void yuan_is_the_currency_unless_another_is_named() {
    assertThat(notice(read(paidWithout("fee_type"))).amount())
        .isEqualTo(Money.ofMinor(59_900, "CNY"));
    assertThat(notice(read(paidBut("fee_type", "JPY"))).amount())
        .isEqualTo(Money.ofMinor(59_900, "JPY"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RMB", "cny", "CNY ", "XXX", "156"})
  void what_is_no_currency_of_payments_is_refused(String currency) {
    assertThat(complaint(read(paidBut("fee_type", currency)))).startsWith("fee_type ");
  }

  @ParameterizedTest
  @CsvSource({
    "20260301000000,2026-02-28T16:00:00Z",
    "20240229235959,2024-02-29T15:59:59Z",
    "20000101080000,2000-01-01T00:00:00Z"
  })
  void the_time_is_chinas(String digits, Instant time) {
    assertThat(notice(read(paidBut("time_end", digits))).paidAt()).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20250229000000",
        "20261301000000",
        "20260301240000",
        "20260301000060",
        "2026030100000",
        "202603010000000",
        "2026-03-01 00:00:00",
        "２０２６0301000000",
        "19991231235959",
        "00000101000000",
        "22000102000000",
        "99991231235959"
      })
  void a_time_that_does_not_exist_or_that_no_database_stores_is_refused(String digits) {
    assertThat(complaint(read(paidBut("time_end", digits)))).startsWith("time_end ");
  }

  @Test
  void a_payment_without_its_time_is_still_a_payment() {
    assertThat(notice(read(paidWithout("time_end"))).paidAt()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "mch_id,10000101",
    "mch_id,010000100",
    "mch_id,''",
    "appid,wx2421b1c4370ec43c",
    "appid,WX2421B1C4370EC43B",
    "appid,''"
  })
  void another_merchants_payment_is_not_ours(String field, String value) {
    var notice = notice(read(paidBut(field, value)));
    assertThat(notice.identityMatches()).isFalse();
    assertThat(notice.kind()).isEqualTo(NoticeKind.PAID);
    assertThat(notice(read(paidWithout(field))).identityMatches()).isFalse();
  }

  @Test
  void a_service_providers_sub_merchant_is_not_asked() {
    assertThat(notice(read(paidBut("sub_mch_id", "1900000109"))).identityMatches()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"订单-1", "A B", "A|B", "", " ORDER1"})
  void money_for_somebody_elses_order_number_is_a_case(String theirs) {
    var notice = notice(read(paidBut("out_trade_no", theirs)));
    assertThat(notice.kind()).isEqualTo(NoticeKind.PAID);
    assertThat(notice.orderNo()).isEqualTo("1004400740201409030005092168");
    assertThat(notice.amount()).isEqualTo(Money.ofMinor(59_900, "CNY"));
  }

  @Test
  void money_for_somebody_elses_order_number_can_be_ignored() {
    var ignoring = reader(with(options(HMAC), "unknown-order", "ignore"), key("k1", KEY));
    var theirs = signed(paidBut("out_trade_no", "A B"));
    assertThat(ignoring.read(theirs, NOW)).isInstanceOf(Verdict.Ignored.class);
    assertThat(ignoring.read(signed(paid()), NOW)).isInstanceOf(Verdict.Genuine.class);
  }

  @Test
  void a_failed_attempt_of_somebody_elses_order_is_nothing_of_ours() {
    var failed = paidBut("out_trade_no", "A B");
    failed.put("result_code", "FAIL");
    assertThat(read(failed)).isInstanceOf(Verdict.Ignored.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4200 1", "支付", "4200\n", "4200\u00001"})
  void what_is_no_transaction_id_is_refused(String id) {
    var fields = paidBut("transaction_id", id);
    assertThat(read(fields)).isInstanceOf(Verdict.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"refund_id", "refund_fee", "refund_id_0", "out_refund_no", "refund_count"})
  void a_signed_answer_about_a_refund_is_no_payment(String field) {
    assertThat(complaint(read(paidBut(field, "1")))).contains("refund");
  }

  private Verdict read(Map<String, String> fields) {
    return reader.read(signed(fields), NOW);
  }
}

package io.payrelay.ingress.alipay;

import static io.payrelay.ingress.alipay.AlipaySender.NOW;
import static io.payrelay.ingress.alipay.AlipaySender.body;
import static io.payrelay.ingress.alipay.AlipaySender.complaint;
import static io.payrelay.ingress.alipay.AlipaySender.notice;
import static io.payrelay.ingress.alipay.AlipaySender.paid;
import static io.payrelay.ingress.alipay.AlipaySender.reader;
import static io.payrelay.ingress.alipay.AlipaySender.request;
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

/** What verified notices mean. */
class AlipayNoticeTest {

  private static final String TRADE_NO = "2026030122001452341437284085";

  private final CallbackReader reader = reader();

  private Verdict read(String... others) {
    return reader.read(request(body(paid(others))), NOW);
  }

  @Test
  void a_payment_is_read_with_the_orders_amount_and_its_time_in_shanghai() {
    assertThat(notice(read()))
        .isEqualTo(
            new Notice(
                "2026030100222155958048571404297126",
                NoticeKind.PAID,
                true,
                "ORDER1",
                TRADE_NO,
                Money.parse("599.00", "CNY"),
                Instant.parse("2026-03-01T07:59:58Z"),
                null));
  }

  @ParameterizedTest
  @CsvSource({
    "WAIT_BUYER_PAY,PENDING",
    "TRADE_SUCCESS,PAID",
    "TRADE_FINISHED,PAID",
    "TRADE_CLOSED,REFUND"
  })
  void each_status_is_told_apart(String status, NoticeKind kind) {
    assertThat(notice(read("trade_status", status)).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TRADE_PENDING", "trade_success", "TRADE_SUCCESS ", "SUCCESS"})
  void an_unknown_status_is_refused(String status) {
    assertThat(complaint(read("trade_status", status))).isEqualTo("trade_status is not known");
  }

  @Test
  void finished_can_be_the_first_notice_of_a_payment() {
    var first = notice(read("trade_status", "TRADE_FINISHED"));

    assertThat(first.amount()).isEqualTo(Money.parse("599.00", "CNY"));
    assertThat(first.transactionId()).isEqualTo(TRADE_NO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRADE_SUCCESS", "TRADE_FINISHED"})
  void a_partial_refund_arrives_under_the_payments_status(String status) {
    var refund =
        notice(
            read(
                "trade_status", status,
                "refund_fee", "10.00",
                "gmt_refund", "2026-03-01 16:19:15.143",
                "out_biz_no", "R1"));

    assertThat(refund.kind()).isEqualTo(NoticeKind.REFUND);
    assertThat(refund.amount()).isEqualTo(Money.parse("10.00", "CNY"));
    assertThat(refund.refundId()).isEqualTo(TRADE_NO + ":R1");
    assertThat(refund.paidAt()).isNull();
  }

  @Test
  void a_refund_fee_or_a_refund_time_alone_makes_it_a_refund() {
    assertThat(notice(read("refund_fee", "0.01")).kind()).isEqualTo(NoticeKind.REFUND);
    assertThat(notice(read("gmt_refund", "2026-03-01 16:19:15.143")).kind())
        .isEqualTo(NoticeKind.REFUND);
  }

  /** The sample in Alipay's documents: a payment with refund_fee=0.00, and gmt_close. */
  @Test
  void a_payment_whose_refund_fee_is_nothing_is_still_a_payment() {
    var sample =
        notice(read("refund_fee", "0.00", "gmt_close", "2026-03-01 15:59:59", "out_biz_no", ""));

    assertThat(sample.kind()).isEqualTo(NoticeKind.PAID);
    assertThat(sample.refundId()).isNull();
  }

  @Test
  void a_business_number_alone_makes_no_refund_of_a_payment() {
    assertThat(notice(read("out_biz_no", "B1")).kind()).isEqualTo(NoticeKind.PAID);
  }

  @Test
  void closed_without_a_payment_is_an_expiry() {
    var expiry = notice(read("trade_status", "TRADE_CLOSED", "gmt_payment", ""));

    assertThat(expiry.kind()).isEqualTo(NoticeKind.CLOSED);
    assertThat(expiry.amount()).isNull();
    assertThat(
            notice(
                    read(
                        "trade_status", "TRADE_CLOSED",
                        "gmt_payment", "",
                        "refund_fee", "0.00",
                        "gmt_close", "2026-03-01 16:00:00"))
                .kind())
        .isEqualTo(NoticeKind.CLOSED);
  }

  @Test
  void closed_after_a_payment_is_a_full_refund() {
    var refund = notice(read("trade_status", "TRADE_CLOSED"));

    assertThat(refund.kind()).isEqualTo(NoticeKind.REFUND);
    assertThat(refund.amount()).isEqualTo(Money.parse("599.00", "CNY"));
    assertThat(refund.refundId()).isEqualTo(TRADE_NO + ":59900");
  }

  @Test
  void each_partial_refund_is_one_of_its_own_and_a_repeat_is_none() {
    var first = notice(read("refund_fee", "10.00", "out_biz_no", "R1")).refundId();
    var second = notice(read("refund_fee", "20.00", "out_biz_no", "R2")).refundId();
    assertThat(first).isNotEqualTo(second);
    assertThat(
            notice(read("refund_fee", "10.00", "out_biz_no", "R1", "notify_id", "n2")).refundId())
        .isEqualTo(first);

    var unnamed = notice(read("refund_fee", "10.00")).refundId();
    assertThat(notice(read("refund_fee", "20.00")).refundId()).isNotEqualTo(unnamed);
    assertThat(notice(read("refund_fee", "10.00", "notify_id", "n2")).refundId())
        .isEqualTo(unnamed);
    assertThat(notice(read("refund_fee", "10.00", "out_biz_no", "退款 1")).refundId())
        .isEqualTo(unnamed);
    assertThat(notice(read("gmt_refund", "2026-03-01 16:19:15.143")).refundId())
        .isEqualTo(TRADE_NO + ":20260301161915143");
  }

  @Test
  void the_same_refund_number_of_two_trades_is_two_refunds() {
    var one = notice(read("refund_fee", "10.00", "out_biz_no", "R1"));
    var other = notice(read("refund_fee", "10.00", "out_biz_no", "R1", "trade_no", "2026"));
    assertThat(one.refundId()).isNotEqualTo(other.refundId());
  }

  @ParameterizedTest
  @CsvSource({
    "app_id,2021001146601278",
    "app_id,''",
    "app_id,' 2021001146601279'",
    "seller_id,2088731909746399",
    "seller_id,''",
    "seller_id,２０８８731909746398"
  })
  void another_identity_does_not_match(String field, String value) {
    var foreign = notice(read(field, value));

    assertThat(foreign.identityMatches()).isFalse();
    assertThat(foreign.kind()).isEqualTo(NoticeKind.PAID);
    assertThat(notice(read()).identityMatches()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0.00",
        "-1.00",
        "+1.00",
        "1e3",
        "1.001",
        "01.00",
        "1.",
        ".5",
        "1,000.00",
        "５９９.00",
        "599.00 ",
        "NaN",
        "99999999999999999999"
      })
  void an_amount_that_is_not_plain_yuan_is_refused(String amount) {
    assertThat(complaint(read("total_amount", amount))).startsWith("total_amount must be ");
  }

  @ParameterizedTest
  @CsvSource({"1,100", "0.1,10", "0.01,1", "599.00,59900", "100000000.00,10000000000"})
  void an_amount_of_up_to_two_decimals_is_exact(String amount, long fen) {
    assertThat(notice(read("total_amount", amount)).amount()).isEqualTo(Money.ofMinor(fen, "CNY"));
  }

  @Test
  void a_refund_fee_that_is_no_amount_is_refused() {
    assertThat(complaint(read("refund_fee", "-1"))).startsWith("refund_fee must be ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-01", "2026-02-30 00:00:00", "2026-03-01T15:59:58", "2026-03-01 25:00:00",
        "1999-12-31 00:00:00", "2200-02-01 00:00:00", "+999999999-01-01 00:00:00", "now"
      })
  void a_time_that_is_none_is_refused(String time) {
    assertThat(complaint(read("gmt_payment", time))).startsWith("gmt_payment must ");
  }

  @Test
  void the_time_of_payment_may_be_absent_or_have_milliseconds() {
    assertThat(notice(read("gmt_payment", "")).paidAt()).isNull();
    assertThat(notice(read("gmt_payment", "2026-03-01 15:59:58.143")).paidAt())
        .isEqualTo("2026-03-01T07:59:58.143Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "交易", "2026&x", "<script>"})
  void a_trade_number_of_another_form_is_refused(String tradeNo) {
    assertThat(complaint(read("trade_no", tradeNo))).startsWith("trade_no must be ");
  }

  @Test
  void a_notify_id_of_another_form_is_refused_and_none_is_fine() {
    assertThat(complaint(read("notify_id", "a b"))).startsWith("notify_id must be ");
    assertThat(notice(read("notify_id", "")).channelEventId()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "订单 1", "a b", "<script>"})
  void money_without_an_order_number_of_ours_is_published_under_the_trades(String orderNo) {
    assertThat(notice(read("out_trade_no", orderNo)).orderNo()).isEqualTo(TRADE_NO);
    assertThat(notice(read("out_trade_no", orderNo, "refund_fee", "1.00")).orderNo())
        .isEqualTo(TRADE_NO);
    assertThat(read("out_trade_no", orderNo, "trade_status", "WAIT_BUYER_PAY"))
        .isInstanceOf(Verdict.Ignored.class);
  }

  @Test
  void money_without_an_order_number_of_ours_is_ignored_where_the_account_says_so() {
    var ignoring =
        reader(
            Map.of(
                "app-id", AlipaySender.APP_ID,
                "seller-id", AlipaySender.SELLER_ID,
                "unknown-order", "ignore"),
            AlipaySender.key("platform", AlipaySender.PLATFORM));

    assertThat(ignoring.read(request(body(paid("out_trade_no", "订单 1"))), NOW))
        .isInstanceOf(Verdict.Ignored.class);
  }

  @Test
  void a_notice_of_another_service_is_ignored_only_if_it_names_no_trade() {
    String[] foreign = {
      "notify_type", "open_app_auth_notify", "trade_status", "", "trade_no", "", "out_trade_no", ""
    };
    assertThat(read(foreign)).isInstanceOf(Verdict.Ignored.class);

    assertThat(complaint(read("notify_type", "batch_refund_notify", "trade_status", "")))
        .isEqualTo("trade_status is not known");
    assertThat(notice(read("notify_type", "another_name")).kind()).isEqualTo(NoticeKind.PAID);
    assertThat(notice(read("notify_type", "")).kind()).isEqualTo(NoticeKind.PAID);
  }

  /** The browser's return carries the same signature, but no status: it says nothing of money. */
  @Test
  void the_parameters_of_the_return_url_are_no_notice() {
    assertThat(
            complaint(
                read(
                    "notify_type", "",
                    "notify_id", "",
                    "trade_status", "",
                    "method", "alipay.trade.page.pay.return")))
        .isEqualTo("trade_status is not known");
  }
}

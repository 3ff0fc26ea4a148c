package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.wechat.wechatv3.Verdicts.complaint;
import static io.payrelay.ingress.wechat.wechatv3.Verdicts.notice;
import static io.payrelay.ingress.wechat.wechatv3.Verdicts.refusal;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.APIV3;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.OPTIONS;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.PAID;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.REFUND;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What WeChat Pay's notices say, once they are believed. */
class WechatV3NoticeTest {

  private static final WechatV3Sender WECHAT = WechatV3Sender.of("PUB_KEY_ID_01");
  private static final CallbackReader READER = WECHAT.reader();
  private static final Instant PAID_AT = Instant.parse("2026-03-01T07:59:50Z");

  @Test
  void a_successful_trade_is_paid() {
    assertThat(trade(PAID))
        .isEqualTo(
            new Verdict.Genuine(
                new Notice(
                    "e-1",
                    NoticeKind.PAID,
                    true,
                    "ORDER1",
                    "4200001",
                    Money.ofMinor(59_900, "CNY"),
                    PAID_AT,
                    null)));
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS,PAID",
    "CLOSED,CLOSED",
    "REVOKED,CLOSED",
    "PAYERROR,ATTEMPT_FAILED",
    "NOTPAY,PENDING",
    "USERPAYING,PENDING",
    "ACCEPT,PENDING",
    "REFUND,REFUND"
  })
  void each_trade_state_is_told_apart_and_only_success_is_money(String state, NoticeKind kind) {
    var notice = notice(trade(PAID.replace("\"SUCCESS\"", "\"" + state + "\"")));
    assertThat(notice.kind()).isEqualTo(kind);
    assertThat(notice.amount() != null).isEqualTo(kind == NoticeKind.PAID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"success", "PAID", "", "SUCCESS "})
  void an_unknown_trade_state_is_refused(String state) {
    assertThat(complaint(trade(PAID.replace("\"SUCCESS\"", "\"" + state + "\""))))
        .isEqualTo("trade_state is not known");
  }

  @Test
  void the_state_inside_counts_and_not_the_events_type() {
    var closed = event("TRANSACTION.SUCCESS", PAID.replace("\"SUCCESS\"", "\"CLOSED\""));
    assertThat(notice(read(closed)).kind()).isEqualTo(NoticeKind.CLOSED);
    assertThat(notice(read(event("TRANSACTION.CLOSED", PAID))).kind()).isEqualTo(NoticeKind.PAID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"REFUND.SUCCESS", "REFUND.ABNORMAL", "REFUND.CLOSED", "REFUND.LATER"})
  void every_word_about_a_refund_is_a_refund_with_its_id(String type) {
    assertThat(read(event(type, REFUND)))
        .isEqualTo(
            new Verdict.Genuine(
                new Notice(
                    "e-1",
                    NoticeKind.REFUND,
                    true,
                    "ORDER1",
                    "4200001",
                    Money.ofMinor(10_000, "CNY"),
                    null,
                    "50001")));
  }

  @Test
  void a_refund_may_leave_out_its_amount_but_not_say_nonsense() {
    var without = REFUND.replace("\"amount\"", "\"other\"");
    assertThat(notice(read(event("REFUND.SUCCESS", without))).amount()).isNull();
    assertThat(complaint(read(event("REFUND.SUCCESS", REFUND.replace("10000", "-1")))))
        .startsWith("amount.refund ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"COUPON.USE", "PAYSCORE.USER_PAID", "MCHTRANSFER.BILL.FINISHED", "REFUND", ""})
  void other_events_are_ignored_without_decrypting_them(String type) {
    var body = event(type, PAID.getBytes(UTF_8), null, APIV3.replace('a', 'b'));
    assertThat(read(body))
        .isEqualTo(new Verdict.Ignored("an event that is neither a payment nor a refund"));
  }

  @Test
  void associated_data_may_be_empty_or_absent() {
    for (var associated : new String[] {"transaction", "", null}) {
      var body = event("TRANSACTION.SUCCESS", PAID.getBytes(UTF_8), associated, APIV3);
      assertThat(notice(read(body)).kind()).isEqualTo(NoticeKind.PAID);
    }
    var body = new String(event(PAID), UTF_8);
    for (var other : new String[] {"\"refund\"", "\"\"", "null"}) {
      var changed = body.replace("\"transaction\",\"nonce", other + ",\"nonce");
      assertThat(refusal(read(changed.getBytes(UTF_8)))).isEqualTo(Refusal.KEY_UNKNOWN);
    }
    complaint(read(body.replace("\"transaction\",\"nonce", "7,\"nonce").getBytes(UTF_8)));
  }

  @Test
  void a_null_for_associated_data_is_none() {
    var absent = event("TRANSACTION.SUCCESS", PAID.getBytes(UTF_8), null, APIV3);
    var body = new String(absent, UTF_8).replace("\"nonce\"", "\"associated_data\":null,\"nonce\"");
    assertThat(notice(read(body.getBytes(UTF_8))).kind()).isEqualTo(NoticeKind.PAID);
  }

  @Test
  void what_another_apiv3_key_encrypted_is_to_be_sent_again() {
    var other = event("TRANSACTION.SUCCESS", PAID.getBytes(UTF_8), null, APIV3.replace('a', 'b'));
    assertThat(refusal(read(other))).isEqualTo(Refusal.KEY_UNKNOWN);
    assertThat(Refusal.KEY_UNKNOWN.status()).isEqualTo(503);
  }

  @Test
  void the_orders_amount_counts_and_not_what_the_payer_paid() {
    var coupon = PAID.replace("\"payer_total\":1", "\"payer_total\":77");
    assertThat(notice(trade(coupon)).amount()).isEqualTo(Money.ofMinor(59_900, "CNY"));
  }

  @Test
  void the_currency_is_the_yuan_unless_it_is_named() {
    assertThat(notice(trade(PAID.replace("\"currency\":\"CNY\"", "\"currency\":\"HKD\""))).amount())
        .isEqualTo(Money.ofMinor(59_900, "HKD"));
    assertThat(notice(trade(PAID.replace("\"currency\":\"CNY\",", ""))).amount())
        .isEqualTo(Money.ofMinor(59_900, "CNY"));
    complaint(trade(PAID.replace("\"currency\":\"CNY\"", "\"currency\":\"RMB\"")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "599.00",
        "59900.0",
        "5.99e4",
        "99999999999999999999",
        "\"59900\"",
        "null",
        "true",
        "[1]"
      })
  void any_other_form_of_an_amount_is_refused(String amount) {
    assertThat(complaint(trade(PAID.replace("\"total\":59900", "\"total\":" + amount))))
        .contains("total");
  }

  @Test
  void the_payment_of_another_merchant_or_app_is_not_ours() {
    assertThat(notice(trade(PAID.replace("1900000001", "1900000002"))).identityMatches()).isFalse();
    assertThat(notice(trade(PAID.replace("1900000001", "01900000001"))).identityMatches())
        .isFalse();
    assertThat(notice(trade(PAID.replace("\"wx1\"", "\"wx2\""))).identityMatches()).isFalse();
    assertThat(notice(trade(PAID.replace("\"wx1\"", "\"WX1\""))).identityMatches()).isFalse();
    var refund = event("REFUND.SUCCESS", REFUND.replace("1900000001", "1900000002"));
    assertThat(notice(read(refund)).identityMatches()).isFalse();
  }

  @Test
  void a_service_providers_notice_is_not_ours_although_it_is_verified() {
    var partner =
        PAID.replace("\"mchid\"", "\"sp_mchid\":\"1900000001\",\"sub_mchid\"")
            .replace("\"appid\"", "\"sp_appid\"");
    var notice = notice(trade(partner));
    assertThat(notice.identityMatches()).isFalse();
    assertThat(notice.amount()).isEqualTo(Money.ofMinor(59_900, "CNY"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a|b", "a*b", "a@b", "订单", "", "A B"})
  void money_for_an_order_that_is_not_ours_is_a_case_unless_it_is_to_be_ignored(String orderNo) {
    var paid = event(PAID.replace("ORDER1", orderNo));
    assertThat(notice(read(paid)).orderNo()).isEqualTo("4200001");
    assertThat(notice(read(paid)).kind()).isEqualTo(NoticeKind.PAID);
    assertThat(read(paid, Map.of("unknown-order", "ignore")))
        .isEqualTo(new Verdict.Ignored("no order number of ours in out_trade_no"));
    var refund = event("REFUND.SUCCESS", REFUND.replace("ORDER1", orderNo));
    assertThat(notice(read(refund)).orderNo()).isEqualTo("4200001");
    var closed = event(PAID.replace("ORDER1", orderNo).replace("\"SUCCESS\"", "\"CLOSED\""));
    assertThat(read(closed)).isInstanceOf(Verdict.Ignored.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-01",
        "2026-03-01T15:59:50",
        "1999-12-31T00:00:00Z",
        "+999999999-01-01T00:00:00Z",
        "now"
      })
  void a_time_of_payment_that_cannot_be_is_refused(String time) {
    assertThat(complaint(trade(PAID.replace("2026-03-01T15:59:50+08:00", time))))
        .startsWith("success_time ");
    assertThat(notice(trade(PAID.replace("success_time", "other"))).paidAt()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction_id", "trade_state", "amount"})
  void a_payment_that_lacks_what_counts_is_malformed(String field) {
    complaint(trade(PAID.replace("\"" + field + "\"", "\"other\"")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "event_type", "resource", "algorithm", "nonce", "ciphertext"})
  void an_envelope_that_lacks_what_counts_is_malformed(String field) {
    var body = new String(event(PAID), UTF_8).replace("\"" + field + "\"", "\"other\"");
    complaint(read(body.getBytes(UTF_8)));
  }

  @Test
  void an_envelope_of_other_forms_is_malformed() {
    var body = new String(event(PAID), UTF_8);
    complaint(read(body.replace("AEAD_AES_256_GCM", "AEAD_AES_128_GCM").getBytes(UTF_8)));
    complaint(read(body.replace("abcdefghijkl", "abcdefghijk").getBytes(UTF_8)));
    complaint(read(body.replace("\"ciphertext\":\"", "\"ciphertext\":\"%").getBytes(UTF_8)));
  }

  @Test
  void a_repeated_field_is_refused_outside_and_inside() {
    var twice = new String(event(PAID), UTF_8).replace("{\"id\"", "{\"id\":\"e-2\",\"id\"");
    assertThat(complaint(read(twice.getBytes(UTF_8)))).contains("repeats");
    assertThat(complaint(trade(PAID.replace("\"total\"", "\"total\":1,\"total\""))))
        .contains("repeats");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "[]", "\"text\"", "1", "{", "{}x", "{'a':1}"})
  void what_is_no_single_json_object_is_refused_outside_and_inside(String json) {
    complaint(read(json.getBytes(UTF_8)));
    complaint(trade(json));
  }

  @Test
  void deep_nesting_is_refused_instead_of_overflowing() {
    complaint(read("{\"a\":".repeat(12_000).getBytes(UTF_8)));
    complaint(trade("[".repeat(30_000)));
  }

  @Test
  void neither_a_complaint_nor_an_ignored_event_repeats_what_was_sent() {
    assertThat(complaint(trade(PAID.replace("4200001", "<script> ")))).doesNotContain("script");
    assertThat(complaint(trade(PAID.replace("\"SUCCESS\"", "\"<script>\""))))
        .doesNotContain("script");
    assertThat(read(event("<script>", PAID)).toString()).doesNotContain("script");
  }

  @Test
  void no_key_and_no_content_stands_in_a_refusal_or_in_a_readers_text() {
    var other = event("TRANSACTION.SUCCESS", PAID.getBytes(UTF_8), null, APIV3.replace('a', 'b'));
    assertThat(read(other).toString()).doesNotContain(APIV3).doesNotContain("ORDER1");
    assertThat(READER.toString()).doesNotContain(APIV3).doesNotContain(WECHAT.publicKey());
  }

  private static Verdict trade(String content) {
    return read(event(content));
  }

  private static Verdict read(byte[] body) {
    return READER.read(WECHAT.signed(body), NOW);
  }

  private static Verdict read(byte[] body, Map<String, String> more) {
    var options = new HashMap<>(OPTIONS);
    options.putAll(more);
    return Verdicts.open(options, WechatV3Sender.apiv3(), WECHAT.key())
        .read(WECHAT.signed(body), NOW);
  }
}

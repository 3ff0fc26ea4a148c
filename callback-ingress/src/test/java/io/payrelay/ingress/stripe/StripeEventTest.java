package io.payrelay.ingress.stripe;

import static io.payrelay.ingress.stripe.StripeSender.CHARGE_REFUNDED;
import static io.payrelay.ingress.stripe.StripeSender.NOW;
import static io.payrelay.ingress.stripe.StripeSender.PAID;
import static io.payrelay.ingress.stripe.StripeSender.REFUND;
import static io.payrelay.ingress.stripe.StripeSender.SECRET;
import static io.payrelay.ingress.stripe.StripeSender.complaint;
import static io.payrelay.ingress.stripe.StripeSender.key;
import static io.payrelay.ingress.stripe.StripeSender.notice;
import static io.payrelay.ingress.stripe.StripeSender.reader;
import static io.payrelay.ingress.stripe.StripeSender.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Stripe's events say, once they are believed. */
class StripeEventTest {

  private static final Map<String, String> ANY_MONEY_IS_OURS = Map.of("unknown-order", "case");

  @Test
  void a_succeeded_payment_is_paid() {
    assertThat(read(PAID))
        .isEqualTo(
            new Verdict.Genuine(
                new Notice(
                    "evt_1",
                    NoticeKind.PAID,
                    true,
                    "ORDER1",
                    "pi_1",
                    Money.ofMinor(59_900, "CNY"),
                    Instant.ofEpochSecond(1_772_351_990),
                    null)));
  }

  @ParameterizedTest
  @CsvSource({
    "payment_intent.payment_failed,ATTEMPT_FAILED",
    "payment_intent.canceled,CLOSED",
    "payment_intent.processing,PENDING"
  })
  void what_is_not_paid_is_never_money(String type, NoticeKind kind) {
    var notice = notice(read(PAID.replace("payment_intent.succeeded", type)));
    assertThat(notice.kind()).isEqualTo(kind);
    assertThat(notice.orderNo()).isEqualTo("ORDER1");
    assertThat(notice.amount()).isNull();
    assertThat(notice.paidAt()).isNull();
  }

  @Test
  void a_failed_attempt_is_not_the_end_of_the_order() {
    var failed = PAID.replace("payment_intent.succeeded", "payment_intent.payment_failed");
    assertThat(notice(read(failed)).kind()).isEqualTo(NoticeKind.ATTEMPT_FAILED);
  }

  @Test
  void a_partial_refund_is_a_refund_and_no_payment() {
    assertThat(notice(read(CHARGE_REFUNDED)))
        .isEqualTo(
            new Notice(
                "evt_2",
                NoticeKind.REFUND,
                true,
                "ORDER1",
                "pi_1",
                Money.ofMinor(10_000, "CNY"),
                null,
                "ch_1:10000"));
  }

  @Test
  void a_second_partial_refund_of_a_charge_is_another_refund() {
    var second = CHARGE_REFUNDED.replace(":10000", ":20000");
    assertThat(notice(read(second)).refundId()).isEqualTo("ch_1:20000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"refund.created", "refund.updated", "refund.failed", "charge.refund.updated"})
  void each_word_about_one_refund_carries_its_id(String type) {
    var notice = notice(read(REFUND.replace("refund.created", type)));
    assertThat(notice.kind()).isEqualTo(NoticeKind.REFUND);
    assertThat(notice.refundId()).isEqualTo("re_1");
    assertThat(notice.transactionId()).isEqualTo("pi_1");
  }

  @Test
  void a_refund_of_a_charge_without_a_payment_intent_names_itself() {
    var old = CHARGE_REFUNDED.replace("\"payment_intent\":\"pi_1\"", "\"payment_intent\":null");
    assertThat(notice(read(old)).transactionId()).isEqualTo("ch_1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "payment_intent.created",
        "payment_intent.requires_action",
        "payment_intent.partially_funded",
        "payment_intent.amount_capturable_updated",
        "payment_intent.succeeded.not",
        "charge.succeeded",
        "charge.dispute.created",
        "checkout.session.completed",
        "customer.created",
        "payout.paid",
        "of.later.days"
      })
  void other_events_are_ignored(String type) {
    assertThat(read(PAID.replace("payment_intent.succeeded", type)))
        .isEqualTo(new Verdict.Ignored("an event of another type"));
  }

  @Test
  void a_thin_event_is_ignored() {
    assertThat(read("{\"id\":\"evt_1\",\"object\":\"v2.core.event\",\"type\":\"v1.x\"}"))
        .isEqualTo(new Verdict.Ignored("a thin event"));
  }

  @ParameterizedTest
  @CsvSource({
    "cny,59900,CNY,59900",
    "jpy,599,JPY,599",
    "krw,599,KRW,599",
    "usd,1,USD,1",
    "kwd,1230,KWD,1230",
    "huf,59900,HUF,59900",
    "twd,59900,TWD,59900",
    "isk,59900,ISK,599",
    "ugx,59900,UGX,599",
    "mga,599,MGA,59900"
  })
  void amounts_are_minor_units_as_stripe_counts_them(
      String currency, long amount, String code, long minor) {
    var body =
        PAID.replace("\"cny\"", '"' + currency + '"')
            .replace("\"amount_received\": 59900", "\"amount_received\": " + amount);
    assertThat(notice(read(body)).amount()).isEqualTo(Money.ofMinor(minor, code));
  }

  @Test
  void yen_have_no_decimals() {
    var yen = PAID.replace("\"cny\"", "\"jpy\"");
    assertThat(notice(read(yen)).amount()).isEqualTo(Money.parse("59900", "JPY"));
  }

  @Test
  void what_was_received_counts_and_not_what_was_asked_for() {
    var less = PAID.replace("\"amount_received\": 59900", "\"amount_received\": 100");
    assertThat(notice(read(less)).amount()).isEqualTo(Money.ofMinor(100, "CNY"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "599.00",
        "5.99e4",
        "1e400",
        "99999999999999999999",
        "\"59900\"",
        "null",
        "true",
        "[59900]",
        "{}"
      })
  void any_other_form_of_an_amount_is_refused(String amount) {
    var body = PAID.replace("\"amount_received\": 59900", "\"amount_received\": " + amount);
    assertThat(complaint(read(body))).startsWith("amount_received ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "\"rmb\"", "\"xxx\"", "\"usdc\"", "null", "156"})
  void what_is_no_currency_of_payments_is_refused(String currency) {
    complaint(read(PAID.replace("\"cny\"", currency)));
  }

  @Test
  void an_amount_that_is_no_whole_krona_is_refused() {
    complaint(read(PAID.replace("\"cny\"", "\"isk\"").replace(": 59900", ": 59901")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "{\"order_no\":null}",
        "{\"order_no\":\"\"}",
        "{\"order_no\":\"A B\"}",
        "{\"order_no\":\"订单\"}",
        "{\"order_no\":7}",
        "{\"orderNo\":\"ORDER1\"}",
        "[]"
      })
  void an_event_without_our_order_number_is_ignored(String metadata) {
    for (var body : new String[] {PAID, CHARGE_REFUNDED, REFUND}) {
      assertThat(read(withMetadata(body, metadata)))
          .isEqualTo(new Verdict.Ignored("no order number of ours in metadata.order_no"));
    }
  }

  @Test
  void money_without_our_order_number_can_be_a_case() {
    for (var body : new String[] {PAID, CHARGE_REFUNDED, REFUND}) {
      var notice = notice(read(withMetadata(body, "{}"), ANY_MONEY_IS_OURS));
      assertThat(notice.orderNo()).isEqualTo("pi_1");
      assertThat(notice.amount()).isNotNull();
    }
    var canceled = PAID.replace("payment_intent.succeeded", "payment_intent.canceled");
    assertThat(read(withMetadata(canceled, "{}"), ANY_MONEY_IS_OURS))
        .isInstanceOf(Verdict.Ignored.class);
  }

  @Test
  void the_order_number_may_stand_in_another_metadata_field() {
    var body = withMetadata(PAID, "{\"order_no\":\"THEIRS\",\"payrelay.order\":\"ORDER2\"}");
    var options = Map.of("order-no-field", "payrelay.order");
    assertThat(notice(read(body, options)).orderNo()).isEqualTo("ORDER2");
  }

  @Test
  void a_test_payment_is_not_a_live_accounts_money() {
    var test = PAID.replace("\"livemode\": true", "\"livemode\": false");
    assertThat(notice(read(test)).identityMatches()).isFalse();
    assertThat(notice(read(PAID, Map.of("livemode", "false"))).identityMatches()).isFalse();
    assertThat(notice(read(test, Map.of("livemode", "false"))).identityMatches()).isTrue();
  }

  @Test
  void another_connected_accounts_payment_is_not_ours() {
    var connected = PAID.replace("\"livemode\"", "\"account\": \"acct_1\", \"livemode\"");
    assertThat(notice(read(connected)).identityMatches()).isFalse();
    assertThat(notice(read(connected, stripeAccount("acct_2"))).identityMatches()).isFalse();
    assertThat(notice(read(connected, stripeAccount("acct_1"))).identityMatches()).isTrue();
    assertThat(notice(read(PAID, stripeAccount("acct_1"))).identityMatches()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "object", "type", "livemode", "created", "data"})
  void an_event_that_lacks_what_counts_is_malformed(String field) {
    complaint(read(PAID.replaceFirst("\"" + field + "\":", "\"other\":")));
  }

  @Test
  void an_object_that_does_not_fit_its_event_is_malformed() {
    complaint(read(PAID.replace("\"payment_intent\"", "\"charge\"")));
    complaint(read(PAID.replace("\"status\": \"succeeded\"", "\"status\": \"processing\"")));
    complaint(read(CHARGE_REFUNDED.replace("\"charge\"", "\"refund\"")));
    complaint(read(REFUND.replace("\"refund\"", "\"charge\"")));
  }

  @Test
  void a_repeated_field_is_refused() {
    var twice = PAID.replace("\"amount_received\"", "\"amount_received\": 1, \"amount_received\"");
    assertThat(complaint(read(twice))).contains("repeats");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "[]", "\"text\"", "1", "{", "{}x", "{'a':1}"})
  void what_is_no_single_json_object_is_refused(String body) {
    complaint(read(body));
  }

  @Test
  void deep_nesting_is_refused_instead_of_overflowing() {
    complaint(read("{\"a\":".repeat(12_000)));
  }

  @Test
  void neither_a_complaint_nor_an_ignored_event_repeats_what_was_sent() {
    assertThat(complaint(read(PAID.replace("\"pi_1\"", "\"<script> \"")))).doesNotContain("script");
    assertThat(read(PAID.replace("payment_intent.succeeded", "<script>")).toString())
        .doesNotContain("script");
    assertThat(read(withMetadata(PAID, "{\"order_no\":\"<script>\"}")).toString())
        .doesNotContain("script");
  }

  private static Verdict read(String body) {
    return read(body, Map.of());
  }

  private static Verdict read(String body, Map<String, String> options) {
    return reader(options, key("we_1", SECRET)).read(signed(body), NOW);
  }

  private static Map<String, String> stripeAccount(String id) {
    return Map.of("stripe-account", id);
  }

  private static String withMetadata(String body, String metadata) {
    return body.replaceFirst("\\{\"order_no\": ?\"ORDER1\"}", metadata);
  }
}

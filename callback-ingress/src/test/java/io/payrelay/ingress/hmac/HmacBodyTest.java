package io.payrelay.ingress.hmac;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HmacBodyTest {

  private static final String PAID =
      """
      {"eventId":"e-1","orderNo":"ORDER1","transactionId":"tx-1","amount":"599.00",\
      "currency":"CNY","status":"SUCCESS","paidAt":"2026-03-01T10:00:00+08:00"}\
      """;

  @ParameterizedTest
  @CsvSource({"SUCCESS,PAID", "FAIL,FAILED", "CLOSED,CLOSED"})
  void each_status_is_a_kind_of_notice(String status, NoticeKind kind) {
    assertThat(genuine(PAID.replace("SUCCESS", status)).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "599.00,CNY,59900",
    "599,CNY,59900",
    "599.5,CNY,59950",
    "0.01,CNY,1",
    "599,JPY,599",
    "1.234,KWD,1234"
  })
  void amounts_become_minor_units_by_their_currency(String amount, String currency, long minor) {
    var body = PAID.replace("599.00", amount).replace("CNY", currency);
    assertThat(genuine(body).amount()).isEqualTo(Money.ofMinor(minor, currency));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"599.001\"",
        "\"-599.00\"",
        "\"+599.00\"",
        "\"5.99e2\"",
        "\"1,000.00\"",
        "\" 599.00\"",
        "\"599.\"",
        "\".99\"",
        "\"0599.00\"",
        "\"５９９.00\"",
        "\"NaN\"",
        "\"\"",
        "\"0.00\"",
        "\"99999999999999999999.00\"",
        "599.00",
        "599",
        "null",
        "true",
        "[\"599.00\"]",
        "{}"
      })
  void any_other_form_of_an_amount_is_refused(String amount) {
    assertThat(complaint(PAID.replace("\"599.00\"", amount))).startsWith("amount ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"XXX", "cny", "RMB", "CN", ""})
  void what_is_no_currency_of_payments_is_refused(String currency) {
    assertThat(complaint(PAID.replace("CNY", currency))).contains("currency");
  }

  @ParameterizedTest
  @ValueSource(strings = {"eventId", "orderNo", "transactionId", "amount", "currency", "status"})
  void a_missing_field_is_named(String field) {
    assertThat(complaint(PAID.replace("\"" + field + "\"", "\"other\"")))
        .isEqualTo(field + " is missing");
  }

  @Test
  void a_repeated_field_is_refused() {
    assertThat(complaint(PAID.replace("{", "{\"amount\":\"1.00\","))).contains("repeats");
  }

  @Test
  void an_unknown_field_is_left_alone() {
    assertThat(genuine(PAID.replace("{", "{\"shop\":{\"id\":7},")).orderNo()).isEqualTo("ORDER1");
  }

  @Test
  void the_time_of_payment_may_be_missing_but_not_be_nonsense() {
    assertThat(genuine(PAID.replace("paidAt", "other")).paidAt()).isNull();
    assertThat(complaint(PAID.replace("2026-03-01T10", "yesterday"))).startsWith("paidAt ");
    assertThat(complaint(PAID.replace("+08:00", ""))).startsWith("paidAt ");
    assertThat(complaint(PAID.replace("2026-03-01T10", "+999999999-01-01T10")))
        .startsWith("paidAt ");
    assertThat(complaint(PAID.replace("2026-03-01T10", "-0001-01-01T10"))).startsWith("paidAt ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a|b", "a:b", "a/b", "../x", "a\\u0000", "订单", "a\\n"})
  void an_order_number_of_other_characters_is_refused(String orderNo) {
    assertThat(complaint(PAID.replace("ORDER1", orderNo))).startsWith("orderNo ");
  }

  @Test
  void an_order_number_has_64_characters_at_most() {
    assertThat(genuine(PAID.replace("ORDER1", "A".repeat(64))).orderNo()).hasSize(64);
    assertThat(complaint(PAID.replace("ORDER1", "A".repeat(65)))).startsWith("orderNo ");
  }

  @Test
  void an_order_that_was_not_paid_needs_neither_transaction_nor_amount() {
    var notice = genuine("{\"eventId\":\"e-2\",\"orderNo\":\"ORDER1\",\"status\":\"CLOSED\"}");
    assertThat(notice.transactionId()).isNull();
    assertThat(notice.amount()).isNull();
  }

  @Test
  void an_unknown_status_is_refused() {
    assertThat(complaint(PAID.replace("SUCCESS", "PAID"))).startsWith("status ");
    assertThat(complaint(PAID.replace("SUCCESS", "success"))).startsWith("status ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "\"text\"",
        "1",
        "{",
        "{}x",
        "{\"a\":1}{}",
        "{'a':1}",
        "\ud800"
      })
  void what_is_no_single_json_object_is_refused(String body) {
    assertThat(HmacBody.read(body.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void deep_nesting_is_refused_instead_of_overflowing() {
    assertThat(HmacBody.read("[".repeat(60_000).getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void a_complaint_never_repeats_what_was_sent() {
    assertThat(complaint(PAID.replace("ORDER1", "<script>"))).doesNotContain("script");
    assertThat(complaint(PAID.replace("599.00", "6228480402564890018")))
        .doesNotContain("6228480402564890018");
  }

  private static Notice genuine(String body) {
    return switch (HmacBody.read(body.getBytes(StandardCharsets.UTF_8))) {
      case Verdict.Genuine(var notice) -> notice;
      case Verdict.Refused(_, var detail) -> throw new AssertionError(detail);
      case Verdict.Ignored(var why) -> throw new AssertionError(why);
    };
  }

  private static String complaint(String body) {
    return switch (HmacBody.read(body.getBytes(StandardCharsets.UTF_8))) {
      case Verdict.Refused(var why, var detail) when why == Refusal.BODY_MALFORMED -> detail;
      case Verdict other -> throw new AssertionError(other);
    };
  }
}

package io.payrelay.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import io.payrelay.core.TestMerchant;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedRequestsTest {

  private static final RunningCore CORE = RunningCore.get();
  private static final TestMerchant MERCHANT = CORE.newMerchant();
  private final Api api = MERCHANT.api();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "599.00",
        "59900.0",
        "5.99e4",
        "\"59900\"",
        "\"\"",
        "true",
        "null",
        "0",
        "-1",
        "1000000000001",
        "99999999999999999999",
        "[59900]",
        "{}",
        "1e400"
      })
  void an_amount_that_is_no_positive_integer_is_refused_by_name(String amount) {
    var refused = create("\"A-1\"", amount, "\"CNY\"").problem(400, "invalid-request");

    assertThat(refused.json().path("errors").path(0).path("field").asString()).isEqualTo("amount");
    assertThat(refused.text("detail")).startsWith("amount ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"\"", "null", "\"a b\"", "\"a/b\"", "\"ä\"", "42", "\"\\u0000\"", "{}", "[]"})
  void a_number_of_other_letters_is_refused_by_name(String merchantOrderNo) {
    var refused = create(merchantOrderNo, "1", "\"CNY\"").problem(400, "invalid-request");

    assertThat(refused.text("detail")).startsWith("merchantOrderNo ");
  }

  @Test
  void a_number_may_have_64_characters_and_not_one_more() {
    create("\"" + "x".repeat(64) + "\"", "1", "\"CNY\"").expect(201);
    create("\"" + "x".repeat(65) + "\"", "1", "\"CNY\"").problem(400, "invalid-request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"cny\"", "\"YUAN\"", "\"QQQ\"", "\"XXX\"", "null", "156"})
  void a_currency_that_does_not_exist_is_refused_by_name(String currency) {
    var refused = create("\"A-1\"", "1", currency).problem(400, "invalid-request");

    assertThat(refused.text("detail")).startsWith("currency ");
  }

  @Test
  void each_wrong_field_is_named() {
    var refused = api.postRaw("/v1/orders", "{}").problem(400, "invalid-request");

    assertThat(refused.json().path("errors").findValuesAsString("field"))
        .containsExactly("amount", "currency", "merchantOrderNo");
  }

  @Test
  void an_unknown_field_is_refused_and_the_known_ones_are_named() {
    var refused =
        api.postRaw(
                "/v1/orders",
                """
                {"merchantOrderNo":"A-1","amount":1,"currency":"CNY","notifyURL":"https://x"}""")
            .problem(400, "invalid-request");

    assertThat(refused.text("detail"))
        .isEqualTo(
            "notifyURL is not known here;"
                + " known are amount, currency, merchantOrderNo, notifyUrl");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "\"text\"",
        "<xml/>",
        "{\"amount\":1}{\"amount\":2}",
        "{\"amount\":1,\"amount\":2,\"merchantOrderNo\":\"A-1\",\"currency\":\"CNY\"}",
        "{'amount':1}"
      })
  void a_body_that_is_no_json_object_is_refused(String body) {
    api.postRaw("/v1/orders", body).problem(400, "malformed-json");
  }

  @Test
  void another_content_type_is_refused() {
    api.send(
            api.request("/v1/orders")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("amount=1")))
        .problem(415, "unsupported-media-type");
    api.send(api.request("/v1/orders").POST(BodyPublishers.ofString("{}")))
        .problem(415, "unsupported-media-type");
  }

  @Test
  void an_answer_in_another_content_type_is_not_given() {
    api.send(api.request("/v1/orders/NONE").header("Accept", "text/html"))
        .problem(406, "not-acceptable");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/orders, 405, method-not-allowed",
    "DELETE, /v1/orders/NONE, 405, method-not-allowed",
    "GET, /v1/orders/NONE/pay, 405, method-not-allowed",
    "GET, /v1/nothing, 404, not-found",
    "GET, /v1/orders/NONE/nothing, 404, not-found",
    "GET, /v1//orders, 400, bad-request",
    "TRACE, /v1/orders, 405, method-not-allowed",
  })
  void an_unknown_path_or_method_is_a_problem(String method, String path, int status, String code) {
    api.send(api.request(path).method(method, BodyPublishers.noBody())).problem(status, code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/orders/%00", "/v1/orders/..%2F..%2Finternal", "/v1/orders/%c0%ae"})
  void a_path_that_is_an_attack_is_refused_without_a_word_about_us(String path) {
    var refused = api.get(path);

    assertThat(refused.status()).isIn(400, 404);
    assertThat(refused.body()).doesNotContain("Exception", "\tat ", "Apache Tomcat/");
  }

  @Test
  void start_pay_names_wrong_fields_too() {
    var refused =
        api.postRaw("/v1/orders/NONE/pay", "{\"channel\":\"\\u0000\"}")
            .problem(400, "invalid-request");

    assertThat(refused.json().path("errors").findValuesAsString("field"))
        .containsExactly("account", "channel");
  }

  private Api.Answer create(String merchantOrderNo, String amount, String currency) {
    return api.postRaw(
        "/v1/orders",
        "{\"merchantOrderNo\":%s,\"amount\":%s,\"currency\":%s}"
            .formatted(merchantOrderNo, amount, currency));
  }
}

package io.payrelay.core.onboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import io.payrelay.testkit.Reply;
import io.payrelay.testkit.ScriptedReceiver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class OnboardTest {

  private final RunningCore core = RunningCore.get();
  private final ScriptedReceiver others = new ScriptedReceiver();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "PAYRELAY_ORDER_CORE_URL", core.url(),
              "PAYRELAY_NOTIFY_WORKER_URL", others.url("/"),
              "PAYRELAY_OPS_CONSOLE_URL", others.url(""),
              "PAYRELAY_SERVICE_KEY", RunningCore.SERVICE_KEY));

  @AfterEach
  void close() {
    others.close();
  }

  @Test
  void a_merchant_gets_a_key_that_works_an_account_and_an_endpoint() {
    others.then(Reply.answer(201, "{\"endpointId\":\"ep_1\",\"secret\":\"whsec_x\"}"));
    var account = "cli-" + System.nanoTime();

    int code =
        run(
            "merchant",
            "--name",
            "Shop",
            "--notify-url",
            "http://127.0.0.1:8090/notify/shop",
            "--plan",
            "sandbox",
            "--account",
            "hmac/" + account,
            "--json");

    assertThat(code).as(err.toString()).isZero();
    var made = JsonMapper.shared().readTree(out.toString());
    assertThat(made.propertyNames())
        .containsExactly("merchantNo", "apiKey", "endpointId", "endpointSecret");
    assertThat(made.get("endpointSecret").asString()).isEqualTo("whsec_x");
    assertThat(JsonMapper.shared().readTree(others.requests().getFirst().text()))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"merchantNo":"%s","url":"http://127.0.0.1:8090/notify/shop","plan":"sandbox",
                    "ackRule":"BODY_SUCCESS"}"""
                        .formatted(made.get("merchantNo").asString())));
    var api = core.merchant(made.get("apiKey").asString());
    var orderNo =
        api.post("/v1/orders", Map.of("merchantOrderNo", "A-1", "amount", 59900, "currency", "CNY"))
            .expect(201)
            .text("orderNo");
    api.post("/v1/orders/" + orderNo + "/pay", Map.of("channel", "hmac", "account", account))
        .expect(200);
  }

  @Test
  void a_refused_endpoint_leaves_no_account_bound_so_that_the_command_can_be_repeated() {
    others
        .then(Reply.answer(422, "{\"detail\":\"10.0.0.1 is private\"}"))
        .then(Reply.answer(201, "{\"endpointId\":\"ep_1\",\"secret\":\"whsec_x\"}"));
    var account = "hmac/cli-" + System.nanoTime();

    assertThat(merchant(account)).isEqualTo(1);
    assertThat(err.toString()).contains("notify-worker", "422", "10.0.0.1 is private");
    assertThat(merchant(account)).isZero();
  }

  @Test
  void an_account_that_is_taken_is_said() {
    others.always(Reply.answer(201, "{\"endpointId\":\"ep_1\",\"secret\":\"whsec_x\"}"));

    assertThat(merchant("hmac/" + core.newMerchant().account())).isEqualTo(1);
    assertThat(err.toString()).contains("409", "belongs to another merchant");
  }

  @Test
  void an_operator_gets_a_token() {
    others.then(Reply.answer(201, "{\"login\":\"ada\",\"token\":\"pro_x\"}"));

    assertThat(run("operator", "--login", "ada", "--json")).isZero();
    assertThat(out.toString().strip()).isEqualTo("{\"login\":\"ada\",\"token\":\"pro_x\"}");
    assertThat(others.requests().getFirst().text()).isEqualTo("{\"login\":\"ada\"}");
  }

  @Test
  void a_service_that_is_away_and_a_missing_setting_are_named() {
    others.close();
    assertThat(run("operator", "--login", "ada")).isEqualTo(1);
    assertThat(err.toString()).contains("ops-console does not answer", "PAYRELAY_OPS_CONSOLE_URL");

    environment.remove("PAYRELAY_SERVICE_KEY");
    assertThat(run("operator", "--login", "ada")).isEqualTo(1);
    assertThat(err.toString())
        .contains("PAYRELAY_SERVICE_KEY is not set")
        .doesNotContain(RunningCore.SERVICE_KEY, "\tat ");
  }

  @Test
  void wrong_options_are_explained_before_anything_is_made() {
    assertThat(merchant("hmac")).isEqualTo(2);
    assertThat(err.toString()).contains("--account hmac: must be CHANNEL/ACCOUNT");
    assertThat(run("merchant")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(others.requests()).isEmpty();
  }

  @Test
  void an_api_key_of_the_onboarding_can_not_be_used_for_onboarding() {
    new Api(core.url(), core.newMerchant().apiKey())
        .post("/internal/merchants", Map.of("name", "x"))
        .problem(401, "unauthenticated");
  }

  private int merchant(String account) {
    return run("merchant", "--name", "S", "--notify-url", "http://x/", "--account", account);
  }

  private int run(String... arguments) {
    return Onboard.run(
        environment, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }
}

package io.payrelay.core.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.security.ServiceTokens;
import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import io.payrelay.core.TestMerchant;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DoorsTest {

  private static final RunningCore CORE = RunningCore.get();
  private static final TestMerchant MERCHANT = CORE.newMerchant();

  private final Api nobody = new Api(CORE.url(), "");
  private final Api management = new Api(CORE.managementUrl(), "");

  @Test
  void without_an_api_key_nothing_is_told() {
    var refused = nobody.get("/v1/orders/NONE").problem(401, "unauthenticated");

    assertThat(refused.raw().headers().firstValue("WWW-Authenticate")).contains("Bearer");
    assertThat(refused.raw().headers().firstValue("Set-Cookie")).isEmpty();
    nobody.post("/v1/orders", Map.of()).problem(401, "unauthenticated");
    nobody.get("/v1/nothing").problem(401, "unauthenticated");
  }

  @Test
  void an_unknown_malformed_or_almost_right_key_is_refused() {
    var key = MERCHANT.apiKey();
    var otherEnd = key.substring(0, key.length() - 2) + (key.endsWith("A") ? "BB" : "AA");
    var otherId = "prk_" + "0".repeat(26) + key.substring(30);
    for (var wrong : new String[] {"nonsense", "prk_", otherEnd, otherId, key + "x"}) {
      CORE.merchant(wrong).get("/v1/orders/NONE").problem(401, "unauthenticated");
    }
    CORE.merchant(key).get("/v1/orders/NONE").problem(404, "order-not-found");
  }

  @Test
  void a_revoked_key_is_refused_at_once() {
    var merchant = CORE.newMerchant();
    merchant.order("A-1");

    CORE.sql()
        .sql("update core.api_key set revoked_at = now() where merchant_no = ?")
        .param(merchant.merchantNo())
        .update();

    merchant.api().get("/v1/orders/NONE").problem(401, "unauthenticated");
  }

  @Test
  void the_database_holds_no_key_that_could_be_used() {
    var row =
        CORE.sql()
            .sql("select key_id, secret_hash from core.api_key where merchant_no = ?")
            .param(MERCHANT.merchantNo())
            .query()
            .singleRow();

    assertThat(MERCHANT.apiKey()).contains(String.valueOf(row.get("key_id")));
    assertThat((byte[]) row.get("secret_hash")).hasSize(32);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/internal/merchants", "/internal/channel-accounts", "/internal/nothing"})
  void the_internal_door_opens_to_our_own_services_only(String path) {
    var forOthers = new ServiceTokens(RunningCore.SERVICE_KEY, Clock.systemUTC());
    var foreignKey = Base64.getEncoder().encodeToString(new byte[32]);
    var foreign = new ServiceTokens(foreignKey, Clock.systemUTC());
    var late =
        new ServiceTokens(
            RunningCore.SERVICE_KEY, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-5)));

    nobody.post(path, Map.of()).problem(401, "unauthenticated");
    MERCHANT.api().post(path, Map.of()).problem(401, "unauthenticated");
    for (var token :
        new String[] {
          forOthers.issue("payrelay", "notify-worker"),
          foreign.issue("payrelay", "order-core"),
          late.issue("payrelay", "order-core")
        }) {
      new Api(CORE.url(), token).post(path, Map.of()).problem(401, "unauthenticated");
    }
  }

  @Test
  void the_internal_door_answers_with_problems() {
    var payrelay = CORE.internal("payrelay");

    payrelay.post("/internal/merchants", Map.of()).problem(400, "invalid-request");
    payrelay.post("/internal/merchants", Map.of("name", "a\nb")).problem(400, "invalid-request");
    payrelay.get("/internal/nothing").problem(404, "not-found");
    payrelay
        .post(
            "/internal/channel-accounts",
            Map.of("channel", "hmac", "account", "x", "merchantNo", "M0"))
        .problem(422, "merchant-not-found");
  }

  @Test
  void an_account_is_bound_once_and_to_one_merchant() {
    var payrelay = CORE.internal("payrelay");
    var other = CORE.newMerchant();

    payrelay
        .post("/internal/channel-accounts", account(MERCHANT.account(), MERCHANT.merchantNo()))
        .expect(201);
    payrelay
        .post("/internal/channel-accounts", account(MERCHANT.account(), other.merchantNo()))
        .problem(409, "account-taken");
  }

  @Test
  void everything_else_is_denied() {
    for (var path :
        new String[] {"/", "/login", "/actuator/health", "/actuator/env", "/error", "/x.html"}) {
      nobody.get(path).problem(401, "unauthenticated");
      MERCHANT.api().get(path).problem(403, "forbidden");
    }
    nobody
        .send(nobody.request("/").header("Accept", "text/html").GET())
        .problem(401, "unauthenticated");
  }

  @Test
  void the_actuator_has_its_own_port() {
    management.get("/actuator/health/liveness").expect(200);
    management.get("/actuator/health/readiness").expect(200);
    management.get("/actuator/metrics").expect(200);
    management.get("/actuator/env").expect(401);
    management.get("/v1/orders/NONE").expect(401);
    new Api(CORE.managementUrl(), MERCHANT.apiKey()).get("/v1/orders/NONE").expect(404);
    var health = management.get("/actuator/health").expect(200).json().path("components");
    assertThat(health.propertyNames()).contains("advisoryRedis", "db").doesNotContain("redis");
  }

  @Test
  void the_api_describes_itself_to_everybody() {
    var api = nobody.get("/v3/api-docs").expect(200).json();

    assertThat(api.path("paths").propertyNames())
        .containsExactlyInAnyOrder(
            "/v1/orders", "/v1/orders/{orderNo}", "/v1/orders/{orderNo}/pay");
    assertThat(api.at("/components/securitySchemes/apiKey/scheme").asString()).isEqualTo("bearer");
    assertThat(api.at("/security/0").has("apiKey")).isTrue();
    var create = api.at("/paths/~1v1~1orders/post");
    assertThat(create.path("summary").asString()).isEqualTo("Create an order");
    assertThat(create.path("parameters").isEmpty()).isTrue();
    assertThat(create.path("responses").propertyNames())
        .contains("200", "201", "400", "401", "409", "422", "503");
    assertThat(create.at("/responses/201/content").has("application/json")).isTrue();
    assertThat(create.at("/responses/409/content").has("application/problem+json")).isTrue();
    JsonNode fields = api.at("/components/schemas/CreateOrder");
    assertThat(fields.path("required").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrder("merchantOrderNo", "amount", "currency");
    assertThat(fields.at("/properties/amount/example").asLong()).isEqualTo(59900);
  }

  @Test
  void a_trace_is_continued_in_the_log_and_no_secret_stands_there() {
    var merchant = CORE.newMerchant();
    var trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    merchant
        .api()
        .send(
            merchant
                .api()
                .request("/v1/orders")
                .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"merchantOrderNo\":\"LOG-1\",\"amount\":1,\"currency\":\"CNY\"}")))
        .expect(201);
    merchant.api().postRaw("/v1/orders", "{").problem(400, "malformed-json");

    var logged = CORE.logged();
    assertThat(logged)
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains(
                        "order.created merchant=" + merchant.merchantNo(),
                        "merchantOrder=LOG-1",
                        trace));
    assertThat(logged)
        .noneMatch(line -> line.contains(RunningCore.SERVICE_KEY))
        .noneMatch(line -> line.contains(merchant.apiKey()))
        .noneMatch(line -> line.contains(merchant.apiKey().substring(31)));
  }

  private static Map<String, String> account(String account, String merchantNo) {
    return Map.of("channel", "hmac", "account", account, "merchantNo", merchantNo);
  }
}

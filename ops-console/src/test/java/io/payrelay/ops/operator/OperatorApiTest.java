package io.payrelay.ops.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ops.OnRealServers;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OperatorApiTest extends OnRealServers {

  @Test
  void without_a_token_or_with_a_wrong_one_nothing_is_shown_or_done() {
    var mine = token();
    List<@Nullable String> wrong =
        Arrays.asList(
            null,
            "",
            "op_",
            "op_wrong",
            mine + "x",
            mine.substring(1),
            services.issue("a", "ops-console"));
    for (var token : wrong) {
      for (var path :
          List.of("/api/dead-letters", "/api/dead-letters/dl_none", "/api/audit", "/api/nothing")) {
        var refused = call("GET", path, token, null);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.contentType()).startsWith("application/problem+json");
        assertThat(refused.text("code")).isEqualTo("unauthenticated");
      }
      assertThat(
              call("POST", "/api/dead-letters/dl_none/discard", token, "{\"reason\":\"x\"}")
                  .status())
          .isEqualTo(401);
    }
  }

  @Test
  void an_operator_reaches_the_api_and_nothing_else() {
    assertThat(get("/api/dead-letters").status()).isEqualTo(200);
    assertThat(get("/api/nothing").status()).isEqualTo(404);
    assertThat(get("/elsewhere").status()).isEqualTo(403);
    assertThat(get("/elsewhere").text("code")).isEqualTo("forbidden");
    assertThat(call("POST", "/internal/operators", token(), "{\"login\":\"eve\"}").status())
        .isEqualTo(401);
  }

  @Test
  void a_new_operator_gets_a_token_once_and_only_its_hash_is_kept() {
    var created = createOperator("{\"login\":\"grace\"}");
    var token = created.text("token");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.text("login")).isEqualTo("grace");
    assertThat(token).startsWith("op_").hasSize(46);
    assertThat(call("GET", "/api/dead-letters", token, null).status()).isEqualTo(200);
    assertThat(
            jdbc.sql("select token_hash from operator where login = 'grace'")
                .query(byte[].class)
                .single())
        .isEqualTo(new OperatorToken(token).hash());
    var entry = get("/api/audit?limit=1").body().path("items").get(0);
    assertThat(entry.path("act").asString()).isEqualTo("OPERATOR_CREATED");
    assertThat(entry.path("operator").asString()).isEqualTo("service:payrelay");
  }

  @Test
  void a_login_that_exists_is_not_taken_over_silently() {
    var first = createOperator("{\"login\":\"joan\"}").text("token");

    assertThat(createOperator("{\"login\":\"joan\"}").text("code")).isEqualTo("operator-exists");
    assertThat(call("GET", "/api/audit", first, null).status()).isEqualTo(200);

    var second = createOperator("{\"login\":\"joan\",\"replace\":true}").text("token");
    assertThat(call("GET", "/api/audit", first, null).status()).isEqualTo(401);
    assertThat(call("GET", "/api/audit", second, null).status()).isEqualTo(200);
  }

  @Test
  void a_bad_login_is_refused() {
    for (var body : List.of("{}", "{\"login\":\"\"}", "{\"login\":\"A B\"}", "no JSON")) {
      assertThat(createOperator(body).status()).isEqualTo(400);
    }
  }

  @Test
  void a_token_never_shows_in_a_log() {
    assertThat(OperatorToken.random().toString()).isEqualTo("OperatorToken[op_…]");
  }
}

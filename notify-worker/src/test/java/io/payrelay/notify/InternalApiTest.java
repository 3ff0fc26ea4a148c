package io.payrelay.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.testkit.Reply;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalManagementPort;

/** What order-core, the onboarding and the console see. */
class InternalApiTest extends WorkerTest {

  @LocalManagementPort private int managementPort;

  @Test
  void a_healthy_worker_is_ready_and_says_what_that_needs() throws Exception {
    assertThat(health("readiness"))
        .contains("\"status\":\"UP\"", "\"db\"", "\"publisher\"", "\"readinessState\"");
    assertThat(health("liveness")).contains("\"status\":\"UP\"").doesNotContain("db", "publisher");
  }

  private String health(String group) throws Exception {
    var address = "http://127.0.0.1:%d/actuator/health/%s".formatted(managementPort, group);
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(address)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void without_a_service_token_nothing_is_said() {
    assertThat(call("GET", "/internal/notifications", "", "forged").status()).isEqualTo(401);
    assertThat(call("POST", "/internal/endpoints", "{}", "").status()).isEqualTo(401);
  }

  @Test
  void a_secret_is_shown_once_and_stored_encrypted() {
    var merchant = merchant("default");

    assertThat(merchant.secret()).startsWith("whsec_");
    var stored =
        jdbc.sql("select secret_encrypted from endpoint where endpoint_id = :id")
            .param("id", merchant.endpointId())
            .query(String.class)
            .single();
    assertThat(stored).doesNotContain(merchant.secret().substring(6));
  }

  @Test
  void a_merchant_has_one_endpoint() {
    var merchant = merchant("default");

    var second = createEndpoint(merchant.merchantNo(), receiver.url("/other"), "default");

    assertThat(second.status()).isEqualTo(409);
    assertThat(second.text("code")).isEqualTo("endpoint-exists");
  }

  @Test
  void a_plan_that_does_not_exist_is_refused() {
    var answer = createEndpoint(ids.merchantNo(), receiver.url("/"), "nope");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text("code")).isEqualTo("unknown-plan");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.com/",
        "no url",
        "http:///path",
        "https://user:pass@93.184.216.34/",
        "https://user@93.184.216.34/",
        "https://93.184.216.34/#fragment",
        "https://93.184.216.34:0/",
        "https://93.184.216.34:70000/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://100.64.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:a00:1::]/",
        "https://[fd00::1]/",
        "https://224.0.0.1/",
        "https://no-such-host.invalid/"
      })
  void a_url_that_may_not_be_called_is_not_saved(String url) {
    var merchant = merchant("default");
    var json = "{\"merchantNo\":\"%s\",\"url\":\"%s\"}".formatted(merchant.merchantNo(), url);

    var answer = post("/internal/notify-urls", json);

    assertThat(answer.status()).as("%s", answer).isEqualTo(422);
    assertThat(answer.text("code")).isEqualTo("notify-url-refused");
    assertThat(createEndpoint(ids.merchantNo(), url, "default").text("code"))
        .isEqualTo("notify-url-refused");
  }

  @Test
  void the_same_url_keeps_its_id() {
    var merchant = merchant("default");
    var json =
        "{\"merchantNo\":\"%s\",\"url\":\"%s\"}"
            .formatted(merchant.merchantNo(), receiver.url("/own"));

    var first = post("/internal/notify-urls", json).text("notifyUrlId");

    assertThat(first).startsWith("nu_");
    assertThat(post("/internal/notify-urls", json).text("notifyUrlId")).isEqualTo(first);
  }

  @Test
  void malformed_requests_are_problems() {
    assertThat(post("/internal/endpoints", "{").status()).isEqualTo(400);
    assertThat(post("/internal/endpoints", "{}").text("code")).isEqualTo("invalid-request");
    assertThat(get("/internal/notifications?limit=0").text("code")).isEqualTo("invalid-request");
    assertThat(get("/internal/notifications?state=x").text("code")).isEqualTo("invalid-request");
    assertThat(get("/internal/notifications/ntf_x").text("code"))
        .isEqualTo("notification-not-found");
    assertThat(post("/internal/notifications/ntf_x/resend", "").status()).isEqualTo(404);
    assertThat(
            post("/internal/notifications/ntf_x/replay", "{\"reason\":\"r\",\"operator\":\"o\"}")
                .status())
        .isEqualTo(404);
    assertThat(post("/internal/notifications/ntf_x/replay", "{}").status()).isEqualTo(400);
  }

  @Test
  void a_nul_in_a_search_is_no_fault_of_the_database() {
    for (var search :
        List.of(
            "?orderNo=%00", "?after=%00", "?orderNo=a%00b&state=DEAD", "?orderNo=%F0%9F%92%B8")) {
      assertThat(get("/internal/notifications" + search).text("code")).isEqualTo("invalid-request");
    }
  }

  @Test
  void the_error_page_is_no_error_by_itself() {
    assertThat(get("/error").status()).isEqualTo(404);
    assertThat(get("/error").text("code")).isEqualTo("not-found");
  }

  @Test
  void a_notification_is_shown_with_its_attempts() {
    receiver.then(Reply.answer(500, "broken"));
    var orderNo = settle("short");
    var id = idOf(orderNo);
    awaitState(id, "DELIVERED");

    var shown = get("/internal/notifications/" + id).json();

    assertThat(shown.path("notification").path("state").asString("")).isEqualTo("DELIVERED");
    assertThat(shown.path("body").asString("")).contains(orderNo);
    var attempts = shown.path("attempts");
    assertThat(attempts).hasSize(2);
    assertThat(attempts.get(0).path("outcome").asString("")).isEqualTo("STATUS");
    assertThat(attempts.get(0).path("status").asInt()).isEqualTo(500);
    assertThat(attempts.get(0).path("excerpt").asString("")).isEqualTo("broken");
    var listed = get("/internal/notifications?orderNo=" + orderNo).json();
    assertThat(listed.path("items")).hasSize(1);
  }

  @Test
  void a_list_is_read_page_by_page_without_gaps_or_repeats() {
    var merchant = merchant("default");
    var expected = new HashSet<String>();
    for (int i = 0; i < 7; i++) {
      var event = settled(merchant.merchantNo());
      publish(event);
      expected.add(idOf(event.orderNo()));
    }

    Set<String> read = new HashSet<>();
    var after = "";
    do {
      var page = get("/internal/notifications?limit=3" + after).json();
      page.path("items")
          .forEach(item -> assertThat(read.add(item.path("notificationId").asString(""))).isTrue());
      var next = page.path("next").asString("");
      after = next.isEmpty() ? "" : "&after=" + next;
    } while (!after.isEmpty());

    assertThat(read).containsAll(expected);
  }
}

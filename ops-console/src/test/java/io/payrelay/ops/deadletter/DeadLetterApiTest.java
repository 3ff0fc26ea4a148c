package io.payrelay.ops.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.ops.OnRealServers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterApiTest extends OnRealServers {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "origin=bulk-a               | origin = 'bulk-a'",
        "origin=bulk-a&cause=REJECTED| origin = 'bulk-a' and cause = 'REJECTED'",
        "origin=bulk-b&fault=MERCHANT| origin = 'bulk-b' and fault = 'MERCHANT'",
        "origin=bulk-b&state=DISCARDED| origin = 'bulk-b' and state = 'DISCARDED'",
        "orderNo=bulk-7              | order_no = 'bulk-7'",
        "origin=bulk-a&orderNo=bulk-7&state=HELD| origin = 'bulk-a' and order_no = 'bulk-7' and state = 'HELD'",
      })
  void pages_together_hold_exactly_what_the_filter_asks_for(String query, String condition) {
    thousandsOfLetters();
    var expected =
        jdbc.sql("select id from dead_letter where " + condition).query(String.class).set();
    assertThat(expected).isNotEmpty();

    var listed = walk(query, 97, () -> heldCallback());

    assertThat(listed).doesNotHaveDuplicates().isSortedAccordingTo((a, b) -> b.compareTo(a));
    assertThat(new HashSet<>(listed)).isEqualTo(expected);
  }

  private void thousandsOfLetters() {
    jdbc.sql(
            """
            insert into dead_letter
              (id, origin, message_id, replay_no, cause, fault, detail, order_no, headers, body, state, closed_at)
            select 'dl_bulk' || md5(i::text), case when i % 3 = 0 then 'bulk-a' else 'bulk-b' end, 'bulk-' || i, 0,
              case when i % 2 = 0 then 'REJECTED' else 'PLAN_EXHAUSTED' end,
              case when i % 2 = 0 then 'POISON' else 'MERCHANT' end,
              'bulk', 'bulk-' || i % 50, '{}', '', case when i % 5 = 0 then 'DISCARDED' else 'HELD' end,
              case when i % 5 = 0 then now() end
            from generate_series(1, 4000) i
            on conflict do nothing""")
        .update();
  }

  /** All pages, with more letters arriving meanwhile. */
  private List<String> walk(String query, int limit, Runnable betweenPages) {
    var listed = new ArrayList<String>();
    var after = "";
    do {
      var page = get("/api/dead-letters?limit=" + limit + "&after=" + after + "&" + query);
      assertThat(page.status()).isEqualTo(200);
      page.body().path("items").forEach(item -> listed.add(item.path("id").asString()));
      after = page.body().path("next").asString("");
      if (listed.size() < 3 * limit) {
        betweenPages.run();
      }
    } while (!after.isEmpty());
    return listed;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"limit=0", "limit=501", "limit=x", "cause=NONE", "fault=MINE", "state=GONE"})
  void a_bad_filter_is_a_problem_with_a_code(String query) {
    var refused = get("/api/dead-letters?" + query);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.contentType()).startsWith("application/problem+json");
    assertThat(refused.text("code")).startsWith("bad-");
  }

  @Test
  void a_filter_with_a_nul_in_it_finds_nothing_and_breaks_nothing() {
    var found = get("/api/dead-letters?orderNo=a%00b");

    assertThat(found.status()).isEqualTo(200);
    assertThat(found.body().path("items").isEmpty()).isTrue();
  }

  @Test
  void a_letter_that_is_not_there_is_a_404_for_every_act() {
    for (var answer :
        List.of(
            get("/api/dead-letters/dl_none"),
            post("/api/dead-letters/dl_none/discard", Map.of("reason", "x")),
            post("/api/dead-letters/dl_none/replay", Map.of("reason", "x")))) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.contentType()).startsWith("application/problem+json");
      assertThat(answer.text("code")).isEqualTo("dead-letter-not-found");
    }
  }

  @Test
  void a_discard_needs_a_reason() {
    var id = heldCallback();

    for (var body : List.of("{}", "{\"reason\":null}", "{\"reason\":\"  \"}")) {
      var refused = call("POST", "/api/dead-letters/" + id + "/discard", token(), body);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("code")).isEqualTo("reason-needed");
    }
    assertThat(call("POST", "/api/dead-letters/" + id + "/discard", token(), null).status())
        .isEqualTo(400);
    assertThat(
            post("/api/dead-letters/" + id + "/discard", Map.of("reason", "x".repeat(501)))
                .status())
        .isEqualTo(400);
    assertThat(get("/api/dead-letters/" + id).text("state")).isEqualTo("HELD");
  }

  @Test
  void a_discarded_letter_stays_in_the_store_with_its_act_and_is_discarded_once() {
    var id = heldCallback();

    var done = post("/api/dead-letters/" + id + "/discard", Map.of("reason", "a test order"));
    var again = post("/api/dead-letters/" + id + "/discard", Map.of("reason", "again"));

    assertThat(done.status()).isEqualTo(200);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("code")).isEqualTo("not-held");
    var shown = get("/api/dead-letters/" + id);
    assertThat(shown.text("state")).isEqualTo("DISCARDED");
    var acts = shown.body().path("history").path("acts");
    assertThat(acts.size()).isEqualTo(1);
    assertThat(acts.get(0).path("operator").asString()).isEqualTo("ada");
    assertThat(acts.get(0).path("act").asString()).isEqualTo("DISCARD");
    assertThat(acts.get(0).path("reason").asString()).isEqualTo("a test order");
    assertThat(acts.get(0).path("outcome").asString()).isEqualTo("DISCARDED");
  }

  @Test
  void the_database_itself_refuses_to_reopen_or_to_rewrite_a_letter() {
    var id = heldCallback();
    post("/api/dead-letters/" + id + "/discard", Map.of("reason", "a test order"));

    assertThatThrownBy(
            () ->
                jdbc.sql("update dead_letter set state = 'HELD', closed_at = null where id = ?")
                    .param(id)
                    .update())
        .hasMessageContaining("no edge leads from there to HELD");
    assertThatThrownBy(
            () -> jdbc.sql("update dead_letter set body = '' where id = ?").param(id).update())
        .hasMessageContaining("never rewritten");
  }
}

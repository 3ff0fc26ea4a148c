package io.payrelay.ops.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.ops.OnRealServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditTest extends OnRealServers {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update audit_entry set reason = 'nicer'",
        "delete from audit_entry",
        "truncate audit_entry",
        "truncate audit_entry cascade"
      })
  void the_database_refuses_to_change_the_audit(String sql) {
    post("/api/dead-letters/" + heldCallback() + "/discard", Map.of("reason", "a test order"));

    assertThatThrownBy(() -> jdbc.sql(sql).update())
        .rootCause()
        .hasMessageContaining("append-only");
  }

  @Test
  void the_audit_is_read_in_pages_newest_first() {
    for (int i = 0; i < 3; i++) {
      post("/api/dead-letters/" + heldCallback() + "/discard", Map.of("reason", "test " + i));
    }
    var expected = jdbc.sql("select id from audit_entry order by id desc").query(Long.class).list();

    var listed = new ArrayList<Long>();
    var after = "";
    do {
      var page = get("/api/audit?limit=2" + (after.isEmpty() ? "" : "&after=" + after));
      page.body().path("items").forEach(item -> listed.add(item.path("id").asLong()));
      after = page.body().path("next").asString("");
    } while (!after.isEmpty());

    assertThat(listed).isEqualTo(expected);
  }

  @Test
  void an_entry_says_who_when_what_and_why() {
    var id = heldCallback();
    post("/api/dead-letters/" + id + "/discard", Map.of("reason", "a\u0000b \"quoted\""));

    var entry = get("/api/audit?limit=1").body().path("items").get(0);

    assertThat(entry.path("operator").asString()).isEqualTo("ada");
    assertThat(entry.path("subject").asString()).isEqualTo("dead-letter:" + id);
    assertThat(entry.path("reason").asString()).isEqualTo("a\uFFFDb \"quoted\"");
    assertThat(entry.path("at").asString()).endsWith("Z");
  }

  @Test
  void a_bad_limit_is_refused() {
    for (var limit : List.of("0", "501", "many")) {
      assertThat(get("/api/audit?limit=" + limit).status()).isEqualTo(400);
    }
  }
}

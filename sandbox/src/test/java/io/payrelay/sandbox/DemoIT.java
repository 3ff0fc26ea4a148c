package io.payrelay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What a newcomer sees first. */
class DemoIT {

  private static final TypeReference<Map<String, Long>> FIGURES = new TypeReference<>() {};

  @Test
  void the_tour_shows_what_is_promised(@TempDir Path dir) {
    var json = dir.resolve("demo.json");

    int code =
        Sandbox.commandLine(System.err::println)
            .execute("demo", "--sandbox-file=" + RunningStack.sandboxFile(), "--json=" + json);

    var report = JsonMapper.shared().readTree(json);
    assertThat(report.path("checks").toString()).contains("order_follows_the_edges", "409");
    assertThat(JsonMapper.shared().convertValue(report.path("figures"), FIGURES))
        .containsEntry("acknowledged", 10L)
        .containsEntry("settled", 1L)
        .containsEntry("ledger_transactions", 1L)
        .containsEntry("balance_minor", 59_900L)
        .containsEntry("notification_ids", 1L)
        .containsEntry("reverse_attack_refused", 2L)
        .containsEntry("dead_letters_replayed", 1L)
        .containsEntry("audit_violations", 0L);
    assertThat(code).isZero();
  }
}

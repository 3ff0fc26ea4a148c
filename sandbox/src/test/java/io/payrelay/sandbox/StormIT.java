package io.payrelay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.report.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Many payments told many times: each counts once. */
class StormIT {

  @AfterAll
  static void the_books_hold() throws Exception {
    RunningStack.assertBooksHold();
  }

  static void assertAllHolds(Report report) {
    assertThat(report.checks())
        .filteredOn(check -> !check.ok())
        .extracting(Check::toString)
        .isEmpty();
    assertThat(report.ok()).isTrue();
  }

  @Test
  void ten_callers_at_once() throws Exception {
    var report = RunningStack.run(RunningStack.storm(60, 5, 10));

    assertAllHolds(report);
    assertThat(report.figure("acknowledged_first_try")).isBetween(1L, 300L);
    assertThat(report.figure("balance_minor")).isEqualTo(60 * 59_900);
  }

  @Test
  void two_hundred_callers_at_once() throws Exception {
    var report = RunningStack.run(RunningStack.storm(200, 5, 200));

    assertAllHolds(report);
    assertThat(report.figure("callbacks_sent")).isEqualTo(1_000);
    assertThat(report.figure("settled")).isEqualTo(200);
    assertThat(report.figure("notification_ids")).isEqualTo(200);
  }

  @Test
  void the_commands_leave_records_that_the_audit_can_check(@TempDir Path dir) throws Exception {
    var acks = dir.resolve("acks.jsonl");
    var json = dir.resolve("storm.json");
    var stack = "--sandbox-file=" + RunningStack.sandboxFile();

    int stormed =
        execute("storm", stack, "--orders=5", "--seed=7", "--acks=" + acks, "--json=" + json);
    // The sink writes its receipts to disk twice a second; the audit waits for what is under way.
    Thread.sleep(1_000);
    int audited =
        execute(
            "audit",
            stack,
            "--acks=" + acks,
            "--receipts=" + RunningStack.stack().home().resolve("receipts.jsonl"));

    assertThat(stormed).isZero();
    assertThat(audited).isZero();
    assertThat(Files.readAllLines(acks)).hasSize(5);
    assertThat(JsonMapper.shared().readTree(json).path("seed").asLong()).isEqualTo(7);
  }

  private static int execute(String... arguments) {
    return Sandbox.commandLine(System.err::println).execute(arguments);
  }
}

package io.payrelay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person gets to read who called a command wrongly. */
class SandboxTest {

  private static final int USAGE = 2;

  @TempDir private Path dir;

  private final StringWriter said = new StringWriter();

  private int run(String... args) {
    var screen = new PrintWriter(said, true);
    return Sandbox.commandLine(problem -> said.append(problem).append('\n'))
        .setOut(screen)
        .setErr(screen)
        .execute(args);
  }

  @ParameterizedTest
  @CsvSource({
    "--orders=0, '--orders is 1 to 1000000, not 0'",
    "--duplicates=1001, '--duplicates is 1 to 1000, not 1001'",
    "--callers=0, '--callers is 1 to 2000, not 0'",
    "--rate=-1, '--rate is 0 to 20000, not -1'",
    "--give-up=soon, '--give-up is a time like 30s or 2m, not ''soon'''",
    "--amount=599.001, '--amount: ''599.001'' has more decimals than CNY allows (2)'",
    "--amount=0.00, '--amount must be more than nothing'",
    "--channel=pigeon, 'no channel ''pigeon'': there are hmac,'",
    "--orders=many, 'Invalid value for option ''--orders'''",
  })
  void a_wrong_argument_is_explained(String argument, String sentence) {
    int code = run("storm", argument);

    assertThat(code).isEqualTo(USAGE);
    assertThat(said.toString()).contains(sentence).doesNotContain("\tat ");
  }

  @Test
  void without_a_stack_each_command_says_how_to_start_one() {
    var missing = "--sandbox-file=" + dir.resolve("none.json");

    for (var command : new String[] {"storm", "audit", "demo"}) {
      assertThat(run(command, missing)).isEqualTo(USAGE);
    }
    assertThat(said.toString().lines())
        .hasSize(3)
        .allMatch(line -> line.contains("start it with ./payrelay up"));
  }

  @Test
  void a_file_that_onboarding_did_not_write_is_refused() throws Exception {
    var file = Files.writeString(dir.resolve("sandbox.json"), "{\"merchants\":7}");

    assertThat(run("audit", "--sandbox-file=" + file)).isEqualTo(USAGE);
    assertThat(said.toString()).contains("is not a sandbox file");
  }

  @Test
  void an_unreadable_record_is_named_with_its_line() throws Exception {
    var acks = Files.writeString(dir.resolve("acks.jsonl"), "nonsense\n");

    assertThat(run("audit", "--acks=" + acks)).isEqualTo(USAGE);
    assertThat(said.toString()).contains("acks.jsonl, line 1 is no acknowledgement");
  }

  @Test
  void no_command_at_all_shows_what_there_is() {
    assertThat(run()).isEqualTo(USAGE);
    assertThat(said.toString()).contains("serve", "storm", "audit", "demo");
  }
}

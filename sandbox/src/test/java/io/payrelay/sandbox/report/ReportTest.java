package io.payrelay.sandbox.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {

  @TempDir private Path dir;

  private static Report report(Check... checks) {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("settled", 200L);
    figures.put("audit_violations", 0L);
    return Report.of("storm", 7L, figures, List.of(checks));
  }

  @Test
  void the_file_has_the_form_that_every_command_shares() throws Exception {
    var file = dir.resolve("out.json");

    report(Check.equal("every order settled", 200L, 200L)).write(file);

    assertThat(JsonMapper.shared().readTree(Files.readString(file)))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"command":"storm","ok":true,"seed":7,
                     "figures":{"settled":200,"audit_violations":0},
                     "checks":[{"name":"every order settled","ok":true,"expected":200,"actual":200}]}
                    """));
    assertThat(Files.readString(file)).containsSubsequence("settled", "audit_violations");
  }

  @Test
  void one_check_that_fails_makes_all_of_it_fail() {
    var report = report(Check.equal("fine", 1L, 1L), Check.equal("not fine", 1L, 2L));

    assertThat(report.ok()).isFalse();
    assertThat(new ReportOption().conclude(report)).isEqualTo(1);
    assertThat(new ReportOption().conclude(report(Check.equal("fine", 1L, 1L)))).isZero();
  }

  @Test
  void the_screen_says_what_was_expected_and_found() {
    var bytes = new ByteArrayOutputStream();
    var screen = new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), false);
    var report = report(Check.equal("every order settled", 200L, 199L));

    screen.figures(report);
    screen.checks(report);
    screen.verdict(report);

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains(
            "settled                    200",
            "✘ every order settled",
            "expected 200, found 199",
            "1 of 1 checks do not hold")
        .doesNotContain("\u001b");
  }

  @Test
  void progress_is_one_changing_line_at_a_terminal_and_plain_lines_elsewhere() {
    var terminal = new ByteArrayOutputStream();
    var file = new ByteArrayOutputStream();

    new Progress(new PrintStream(terminal, true, StandardCharsets.UTF_8), true).finish("3/3");
    new Progress(new PrintStream(file, true, StandardCharsets.UTF_8), false).finish("3/3");

    assertThat(terminal.toString(StandardCharsets.UTF_8)).startsWith("\r").contains("3/3");
    assertThat(file.toString(StandardCharsets.UTF_8).strip()).isEqualTo("3/3");
  }
}

package io.payrelay.sandbox.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a command found. The form of every command's {@code --json} file. */
public record Report(
    String command,
    boolean ok,
    @Nullable Long seed,
    Map<String, Long> figures,
    List<Check> checks) {

  public Report {
    checks = List.copyOf(checks);
  }

  /** All is well if every check is. */
  public static Report of(
      String command, @Nullable Long seed, Map<String, Long> figures, List<Check> checks) {
    return new Report(command, checks.stream().allMatch(Check::ok), seed, figures, checks);
  }

  /** A figure by name. */
  public long figure(String name) {
    var value = figures.get(name);
    if (value == null) {
      throw new IllegalArgumentException(command + " has no figure " + name);
    }
    return value;
  }

  public void write(Path file) {
    JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValue(file, this);
  }
}

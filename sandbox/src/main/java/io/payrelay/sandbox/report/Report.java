package io.payrelay.sandbox.report;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
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
    Map<String, Number> figures,
    List<Check> checks) {

  public Report {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    checks = List.copyOf(checks);
  }

  /** All is well if every check is. */
  public static Report of(
      String command,
      @Nullable Long seed,
      Map<String, ? extends Number> figures,
      List<Check> checks) {
    return new Report(
        command, checks.stream().allMatch(Check::ok), seed, new LinkedHashMap<>(figures), checks);
  }

  /** A figure by name, without its decimals. */
  public long figure(String name) {
    var value = figures.get(name);
    if (value == null) {
      throw new IllegalArgumentException(command + " has no figure " + name);
    }
    return value.longValue();
  }

  public void write(Path file) {
    JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValue(file, this);
  }
}

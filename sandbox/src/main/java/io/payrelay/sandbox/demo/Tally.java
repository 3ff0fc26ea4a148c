package io.payrelay.sandbox.demo;

import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.report.Report;
import io.payrelay.sandbox.report.Screen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects figures and checks while the tour goes on, and shows each as it comes. */
final class Tally {

  private final Screen screen;
  private final Map<String, Long> figures = new LinkedHashMap<>();
  private final List<Check> checks = new ArrayList<>();

  Tally(Screen screen) {
    this.screen = screen;
  }

  void scene(String title) {
    screen.heading(title);
  }

  void note(String text) {
    screen.note(text);
  }

  /** Something that merely happened. */
  void step(String text) {
    screen.step(true, text);
  }

  void figure(String name, long value) {
    figures.put(name, value);
  }

  void check(String text, Check check) {
    checks.add(check);
    screen.step(check.ok(), text);
    if (!check.ok()) {
      screen.note("expected " + check.expected() + ", found " + check.actual());
    }
  }

  /** Checks that are too many to narrate: shown only if one fails. */
  void checkQuietly(Collection<Check> more) {
    checks.addAll(more);
    more.stream()
        .filter(check -> !check.ok())
        .forEach(check -> screen.step(false, check.name() + ": " + check.sample()));
  }

  Report report() {
    return Report.of("demo", null, figures, checks);
  }
}

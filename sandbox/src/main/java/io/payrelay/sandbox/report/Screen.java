package io.payrelay.sandbox.report;

import java.io.PrintStream;

/** What a command prints for a person. */
public final class Screen {

  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  private static final String PLAIN = "\u001b[0m";

  private final PrintStream out;
  private final boolean colours;

  public Screen(PrintStream out, boolean colours) {
    this.out = out;
    this.colours = colours;
  }

  public void heading(String text) {
    out.println();
    out.println(colour(BOLD, text));
  }

  /** One step, and whether it went well. */
  public void step(boolean ok, String text) {
    out.println("  " + (ok ? colour(GREEN, "✔") : colour(RED, "✘")) + " " + text);
  }

  public void note(String text) {
    out.println("    " + colour(DIM, text));
  }

  /** All figures, aligned. */
  public void figures(Report report) {
    int width = report.figures().keySet().stream().mapToInt(String::length).max().orElse(0);
    report
        .figures()
        .forEach((name, value) -> out.printf("  %-" + width + "s  %12s%n", name, text(value)));
  }

  private static String text(Number figure) {
    return figure instanceof Double decimal
        ? "%,.2f".formatted(decimal)
        : "%,d".formatted(figure.longValue());
  }

  /** All checks; of those that fail, what was expected and found. */
  public void checks(Report report) {
    for (var check : report.checks()) {
      step(check.ok(), check.name());
      if (!check.ok()) {
        note("expected " + check.expected() + ", found " + check.actual());
      }
      if (check.sample() != null) {
        note(check.sample());
      }
    }
  }

  /** The last line. */
  public void verdict(Report report) {
    long failed = report.checks().stream().filter(check -> !check.ok()).count();
    out.println();
    out.println(
        report.ok()
            ? colour(
                GREEN, "✔ " + report.command() + ": all " + report.checks().size() + " checks hold")
            : colour(
                RED,
                "✘ %s: %d of %d checks do not hold"
                    .formatted(report.command(), failed, report.checks().size())));
  }

  private String colour(String colour, String text) {
    return colours ? colour + text + PLAIN : text;
  }
}

package io.payrelay.sandbox.report;

import java.io.PrintStream;
import java.time.Duration;

/**
 * How far a command is: one line that changes at a terminal, else a plain line now and then.
 * Thread-safe.
 */
public final class Progress {

  private static final Duration AT_A_TERMINAL = Duration.ofMillis(150);
  private static final Duration IN_A_FILE = Duration.ofSeconds(5);

  private final PrintStream out;
  private final boolean terminal;
  private String last = "";
  private long nextNanos;

  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
    postpone();
  }

  /** Shows a line unless one was shown just now. */
  public synchronized void show(String line) {
    if (System.nanoTime() - nextNanos >= 0) {
      print(line);
    }
  }

  /** Shows a line that later ones don't replace. */
  public synchronized void finish(String line) {
    if (terminal || !line.equals(last)) {
      print(line);
    }
    if (terminal) {
      out.println();
    }
  }

  private void print(String line) {
    if (terminal) {
      out.print("\r\u001b[2K" + line);
      out.flush();
    } else {
      out.println(line);
    }
    last = line;
    postpone();
  }

  private void postpone() {
    nextNanos = System.nanoTime() + (terminal ? AT_A_TERMINAL : IN_A_FILE).toNanos();
  }
}

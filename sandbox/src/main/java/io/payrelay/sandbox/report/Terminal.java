package io.payrelay.sandbox.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The two standard streams: always UTF-8, and with colours only where a person is looking. */
public final class Terminal {

  private Terminal() {}

  public static Screen screen() {
    return new Screen(utf8(System.out), isTerminal(1) && !wantsNoColour());
  }

  public static Progress progress() {
    return new Progress(utf8(System.err), isTerminal(2));
  }

  // The bytes pass through as they are, whatever encoding the locale has chosen for the outer one.
  private static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  private static boolean wantsNoColour() {
    var value = System.getenv("NO_COLOR");
    return value != null && !value.isEmpty();
  }

  // System.console() speaks of both streams at once; Linux knows each of them. Elsewhere: plain.
  private static boolean isTerminal(int descriptor) {
    try {
      var target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}

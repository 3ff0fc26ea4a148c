package io.payrelay.sandbox.report;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The two standard streams: always UTF-8, and with colours only where a person is looking. */
public final class Terminal {

  private Terminal() {}

  public static Screen screen() {
    return new Screen(stream(FileDescriptor.out), isTerminal(1) && !wantsNoColour());
  }

  public static Progress progress() {
    return new Progress(stream(FileDescriptor.err), isTerminal(2));
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
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

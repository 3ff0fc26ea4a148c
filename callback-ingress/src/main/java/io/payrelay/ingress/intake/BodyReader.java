package io.payrelay.ingress.intake;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;

/** Reads a request's raw bytes, but never more than the limit, and not for ever. */
final class BodyReader {

  static final int LIMIT = 64 * 1024;

  private static final int CHUNK = 8 * 1024;

  /** What arrived. */
  sealed interface Body {}

  record Complete(byte[] bytes) implements Body {}

  record TooLarge() implements Body {}

  record Incomplete() implements Body {}

  private BodyReader() {}

  /** Whether the request itself says that it is too large; its body is not touched then. */
  static boolean announcesTooMuch(HttpServletRequest request) {
    return request.getContentLengthLong() > LIMIT;
  }

  static Body read(HttpServletRequest request, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    var bytes = new ByteArrayOutputStream();
    var chunk = new byte[CHUNK];
    try {
      var in = request.getInputStream();
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        bytes.write(chunk, 0, n);
        if (bytes.size() > LIMIT) {
          return new TooLarge();
        }
        if (System.nanoTime() > deadline) {
          return new Incomplete();
        }
      }
    } catch (IOException e) {
      return new Incomplete(); // broken off, malformed chunks, or silent for too long
    }
    return request.getContentLengthLong() > bytes.size()
        ? new Incomplete()
        : new Complete(bytes.toByteArray());
  }
}

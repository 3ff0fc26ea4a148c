package io.payrelay.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** As much of HTTP/1.1 as a test receiver needs. */
final class HttpWire {

  private HttpWire() {}

  /** The next request of a connection, or null at its orderly end. */
  static @Nullable ReceivedRequest read(InputStream in, int connection) throws IOException {
    var first = line(in);
    if (first == null) {
      return null;
    }
    var words = first.split(" ", 3);
    if (words.length < 3) {
      throw new IOException("not a request: " + first);
    }
    var headers = new HashMap<String, String>();
    for (var next = line(in); next != null && !next.isEmpty(); next = line(in)) {
      int colon = next.indexOf(':');
      if (colon < 0) {
        throw new IOException("not a header: " + next);
      }
      headers.put(
          next.substring(0, colon).toLowerCase(Locale.ROOT), next.substring(colon + 1).strip());
    }
    return new ReceivedRequest(words[0], words[1], headers, body(in, headers), connection);
  }

  private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      return chunks(in);
    }
    var length = headers.get("content-length");
    return length == null ? new byte[0] : exactly(in, Integer.parseInt(length));
  }

  private static byte[] chunks(InputStream in) throws IOException {
    var body = new ByteArrayOutputStream();
    while (true) {
      var size = line(in);
      if (size == null) {
        throw new EOFException("the body breaks off");
      }
      int bytes = Integer.parseInt(size.split(";", 2)[0].strip(), 16);
      body.write(exactly(in, bytes));
      line(in);
      if (bytes == 0) {
        return body.toByteArray();
      }
    }
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    var body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body breaks off");
    }
    return body;
  }

  private static @Nullable String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
      }
      line.write(next);
    }
    return line.size() == 0 ? null : line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Status line and headers of an answer. */
  static byte[] head(int status, Map<String, String> headers, long contentLength) {
    var head = new StringBuilder("HTTP/1.1 ").append(status).append(" Scripted\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Content-Length: ").append(contentLength).append("\r\n\r\n");
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}

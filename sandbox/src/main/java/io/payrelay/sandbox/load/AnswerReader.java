package io.payrelay.sandbox.load;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads one HTTP/1.1 answer at a time: status, length, body. An answer without a length is refused,
 * except where HTTP gives it no body.
 */
final class AnswerReader {

  private static final int LONGEST = 64 * 1024;
  private static final int NOT_YET = -1;

  private byte[] bytes = new byte[1024];
  private int filled;
  private int bodyAt = NOT_YET;
  private int length;
  private int status;
  private boolean closes;

  /** Takes what has arrived; true once the answer is complete. */
  boolean add(ByteBuffer arrived) throws ProtocolException {
    int more = arrived.remaining();
    if (filled + more > LONGEST) {
      throw new ProtocolException("an answer of more than " + LONGEST + " bytes");
    }
    if (filled + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(filled + more, 2 * bytes.length));
    }
    arrived.get(bytes, filled, more);
    filled += more;
    if (bodyAt == NOT_YET) {
      findHead(Math.max(0, filled - more - 3));
    }
    if (bodyAt != NOT_YET && filled > bodyAt + length) {
      throw new ProtocolException("more bytes than the answer announced");
    }
    return bodyAt != NOT_YET && filled == bodyAt + length;
  }

  int status() {
    return status;
  }

  byte[] body() {
    return Arrays.copyOfRange(bytes, bodyAt, filled);
  }

  boolean bodyEquals(byte[] other) {
    return Arrays.equals(bytes, bodyAt, filled, other, 0, other.length);
  }

  /** Whether the server closes the connection after this answer. */
  boolean closes() {
    return closes;
  }

  /** Ready for the next answer. */
  void reset() {
    filled = 0;
    bodyAt = NOT_YET;
  }

  private void findHead(int from) throws ProtocolException {
    for (int i = from; i + 3 < filled; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        bodyAt = i + 4;
        readHead(i);
        return;
      }
    }
  }

  private void readHead(int end) throws ProtocolException {
    var head = new String(bytes, 0, end, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    if (!head.startsWith("http/1.1 ") || head.length() < 12) {
      throw new ProtocolException("not an HTTP/1.1 answer");
    }
    try {
      status = Integer.parseInt(head, 9, 12, 10);
      var announced = field(head, "content-length");
      if (announced.isEmpty() && status != 204) {
        throw new ProtocolException("an answer without a length");
      }
      length = announced.isEmpty() ? 0 : Integer.parseInt(announced);
    } catch (NumberFormatException e) {
      throw new ProtocolException("neither status nor length may be anything but a number");
    }
    closes = field(head, "connection").equals("close");
  }

  private static String field(String head, String name) {
    int at = head.indexOf("\r\n" + name + ":");
    if (at < 0) {
      return "";
    }
    int from = at + name.length() + 3;
    int end = head.indexOf("\r\n", from);
    return head.substring(from, end < 0 ? head.length() : end).strip();
  }
}

package io.payrelay.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** What a {@link ScriptedReceiver} does once it has read a request. */
public sealed interface Reply {

  /** An ordinary answer. */
  record Answer(int status, Map<String, String> headers, byte[] body) implements Reply {

    public Answer {
      headers = Map.copyOf(headers);
    }
  }

  /** Nothing, while the connection stays open. */
  record Hang() implements Reply {}

  /** An answer of which one byte comes at a time, from its status line on. */
  record Drip(Answer answer, Duration perByte) implements Reply {}

  /** An answer after a wait. */
  record Late(Reply reply, Duration after) implements Reply {}

  /** A body of this many bytes. */
  record Flood(int status, long bytes) implements Reply {}

  /** The announced body breaks off in the middle. */
  record Truncated(Answer answer) implements Reply {}

  /** A TCP reset instead of an answer. */
  record Reset() implements Reply {}

  /** An orderly end of the connection without an answer. */
  record Hangup() implements Reply {}

  /** Bytes as they are, which need not be HTTP; the connection ends after them. */
  record Raw(byte[] bytes) implements Reply {}

  /** What a content merchant says. */
  static Answer success() {
    return answer(200, "SUCCESS");
  }

  static Answer answer(int status, String body) {
    return new Answer(
        status,
        Map.of("Content-Type", "text/plain; charset=utf-8"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  static Answer redirect(int status, String location) {
    return new Answer(status, Map.of("Location", location), new byte[0]);
  }
}

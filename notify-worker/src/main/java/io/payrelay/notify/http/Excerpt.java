package io.payrelay.notify.http;

import java.nio.charset.StandardCharsets;

/** Cuts a merchant's bytes to what a log row can hold. */
final class Excerpt {

  static final int LONGEST = 1_000;

  private Excerpt() {}

  static String of(byte[] bytes) {
    return of(text(bytes));
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** PostgreSQL refuses NUL in a text, and a log line must stay one line: no control characters. */
  static String of(String text) {
    var clean = new StringBuilder(Math.min(text.length(), LONGEST));
    text.codePoints()
        .limit(LONGEST)
        .map(c -> Character.isISOControl(c) || isLoneSurrogate(c) ? ' ' : c)
        .forEach(clean::appendCodePoint);
    return clean.toString().strip();
  }

  private static boolean isLoneSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}

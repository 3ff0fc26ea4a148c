package io.payrelay.ops;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Texts from outside, made safe for a column and for one line of a log. */
public final class Texts {

  private static final char REPLACEMENT = '\uFFFD';

  private Texts() {}

  /** Without control characters (PostgreSQL refuses NUL, a log line ends at a newline), and cut. */
  public static String clean(String text, int longest) {
    var clean = new StringBuilder(Math.min(text.length(), longest));
    text.codePoints()
        .limit(longest)
        .map(c -> Character.isISOControl(c) || isLoneSurrogate(c) ? REPLACEMENT : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isLoneSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  /** These bytes as text, or empty if they are not UTF-8. */
  public static Optional<String> utf8(byte[] bytes) {
    try {
      var text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes));
      return Optional.of(text.toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

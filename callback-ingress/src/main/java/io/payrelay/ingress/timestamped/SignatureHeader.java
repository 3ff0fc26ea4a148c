package io.payrelay.ingress.timestamped;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The header {@code t=<unix seconds>,v1=<64 lower-case hex>[,v1=…]}. Elements of other schemes are
 * skipped, so that a sender can add one before we know it.
 *
 * @param timestamp as it was sent: these characters are what was signed
 */
record SignatureHeader(String timestamp, List<byte[]> signatures) {

  private static final int LONGEST = 2048;
  private static final int HEX_LENGTH = 64;
  private static final int MOST_DIGITS = 12;

  /** What a header's text turns out to be. */
  sealed interface Parsed {}

  record Wellformed(SignatureHeader header) implements Parsed {}

  record Malformed(String why) implements Parsed {}

  /** Walks over the text once; nothing in it can make this slow or throw. */
  static Parsed parse(String text) {
    if (text.length() > LONGEST) {
      return new Malformed("longer than " + LONGEST + " characters");
    }
    String timestamp = null;
    var signatures = new ArrayList<byte[]>();
    for (var element : text.split(",", -1)) {
      int equals = element.indexOf('=');
      if (equals < 1) {
        return new Malformed("an element is not name=value");
      }
      var value = element.substring(equals + 1);
      switch (element.substring(0, equals)) {
        case "t" -> {
          if (timestamp != null) {
            return new Malformed("several timestamps");
          }
          if (!isDigits(value)) {
            return new Malformed("t is not unix seconds");
          }
          timestamp = value;
        }
        case "v1" -> {
          if (!isLowerHex(value)) {
            return new Malformed("v1 is not 64 lower-case hex digits");
          }
          signatures.add(HexFormat.of().parseHex(value));
        }
        default -> {} // a scheme of later days
      }
    }
    if (timestamp == null) {
      return new Malformed("no timestamp");
    }
    return signatures.isEmpty()
        ? new Malformed("no v1 signature")
        : new Wellformed(new SignatureHeader(timestamp, List.copyOf(signatures)));
  }

  long seconds() {
    return Long.parseLong(timestamp);
  }

  // Character.isDigit would take full-width and Arabic digits too.
  private static boolean isDigits(String value) {
    return !value.isEmpty()
        && value.length() <= MOST_DIGITS
        && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isLowerHex(String value) {
    return value.length() == HEX_LENGTH
        && value.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }
}

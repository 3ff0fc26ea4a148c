package io.payrelay.ingress;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Small damage to bytes, the same for the same seed. */
public final class Mutations {

  private static final List<String> SNIPPETS =
      List.of(
          "\"", "{", "}", "null", "-1", "1e9", "99999999999999999999", "\\ud800", "\u0000", "é");

  private Mutations() {}

  /** A damaged copy. */
  public static byte[] of(byte[] original, Random random) {
    var bytes = original;
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      bytes = once(bytes, random);
    }
    return bytes;
  }

  private static byte[] once(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length + 1);
    int end = Math.min(bytes.length, at + random.nextInt(12));
    return switch (random.nextInt(5)) {
      case 0 -> flipped(bytes, Math.min(at, bytes.length - 1), random.nextInt(8));
      case 1 -> spliced(bytes, at, end, new byte[0]);
      case 2 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
      case 3 -> Arrays.copyOf(bytes, at);
      default -> spliced(bytes, at, end, snippet(random));
    };
  }

  private static byte[] snippet(Random random) {
    return SNIPPETS.get(random.nextInt(SNIPPETS.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] flipped(byte[] bytes, int at, int bit) {
    var changed = bytes.clone();
    if (at >= 0) {
      changed[at] ^= (byte) (1 << bit);
    }
    return changed;
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] between) {
    var out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(between);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }
}

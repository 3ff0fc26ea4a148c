package io.payrelay.ingress.alipay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Small damage to forms, the same for the same seed. */
final class FormDamage {

  private static final List<String> SNIPPETS =
      List.of(
          "&",
          "=",
          "%",
          "+",
          "%2B",
          "%zz",
          "%00",
          "&&",
          "&x=1",
          "&sign=",
          "charset=GBK",
          "%FF",
          "\u0000",
          "-1",
          "1e9",
          "99999999999999999999",
          "&total_amount=1.00",
          "订",
          " ");

  private FormDamage() {}

  static byte[] of(byte[] original, Random random) {
    var bytes = original;
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      bytes = once(bytes, random);
    }
    return bytes;
  }

  /** A text with a snippet in it, or nothing but one. */
  static String text(@Nullable String original, Random random) {
    var text = original == null || random.nextInt(4) == 0 ? "" : original;
    int at = random.nextInt(text.length() + 1);
    return text.substring(0, at) + snippet(random) + text.substring(at);
  }

  private static byte[] once(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length + 1);
    int end = Math.min(bytes.length, at + random.nextInt(12));
    return switch (random.nextInt(5)) {
      case 0 -> flipped(bytes, Math.min(at, bytes.length - 1), random.nextInt(8));
      case 1 -> spliced(bytes, at, end, new byte[0]);
      case 2 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
      case 3 -> Arrays.copyOf(bytes, at);
      default -> spliced(bytes, at, end, snippet(random).getBytes(StandardCharsets.UTF_8));
    };
  }

  private static String snippet(Random random) {
    return SNIPPETS.get(random.nextInt(SNIPPETS.size()));
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

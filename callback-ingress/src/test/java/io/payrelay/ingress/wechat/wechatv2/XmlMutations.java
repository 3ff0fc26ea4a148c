package io.payrelay.ingress.wechat.wechatv2;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Damage as XML knows it, to bytes; the same for the same seed. */
final class XmlMutations {

  private static final List<String> SNIPPETS =
      List.of(
          "<",
          ">",
          "&",
          "&amp;",
          "&#38;",
          "&#0;",
          "&x;",
          "<![CDATA[",
          "]]>",
          "]]]]><![CDATA[>",
          "<!-- -->",
          "<?x?>",
          "<?xml version=\"1.1\"?>",
          "<!DOCTYPE xml>",
          "<a/>",
          "<sign>",
          "</xml>",
          " a=\"1\"",
          " xmlns=\"u\"",
          "\u0000",
          "\ufeff",
          "中",
          "\r\n",
          "&total_fee=1");

  private XmlMutations() {}

  static byte[] of(byte[] original, Random random) {
    var bytes = original;
    for (int rounds = 1 + random.nextInt(3); rounds > 0; rounds--) {
      bytes = once(bytes, random);
    }
    return bytes;
  }

  /** Replaces a stretch: by nothing, by itself twice, by a snippet, by noise, or by the rest. */
  private static byte[] once(byte[] bytes, Random random) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(24));
    var out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    switch (random.nextInt(5)) {
      case 0 -> {}
      case 1 -> {
        out.write(bytes, from, to - from);
        out.write(bytes, from, to - from);
      }
      case 2 -> {
        out.writeBytes(snippet(random));
        to = from;
      }
      case 3 -> out.writeBytes(snippet(random));
      default -> {
        out.write(random.nextInt(256));
        to = Math.min(bytes.length, from + 1);
      }
    }
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }

  private static byte[] snippet(Random random) {
    return SNIPPETS.get(random.nextInt(SNIPPETS.size())).getBytes(StandardCharsets.UTF_8);
  }
}

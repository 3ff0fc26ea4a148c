package io.payrelay.ingress.unionpay;

import static io.payrelay.ingress.unionpay.UnionPaySender.NOW;
import static io.payrelay.ingress.unionpay.UnionPaySender.SECURE_KEY;
import static io.payrelay.ingress.unionpay.UnionPaySender.body;
import static io.payrelay.ingress.unionpay.UnionPaySender.purchase;
import static io.payrelay.ingress.unionpay.UnionPaySender.reader;
import static io.payrelay.ingress.unionpay.UnionPaySender.refund;
import static io.payrelay.ingress.unionpay.UnionPaySender.request;
import static io.payrelay.ingress.unionpay.UnionPaySender.root;
import static io.payrelay.ingress.unionpay.UnionPaySender.secure;
import static io.payrelay.ingress.unionpay.UnionPaySender.secured;
import static io.payrelay.ingress.unionpay.UnionPaySender.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Verdict;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nothing that anybody sends makes the reader throw. */
class UnionPayDamageTest {

  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "&",
          "=",
          "%",
          "+",
          "\u0000",
          "-1",
          "1e9",
          "00",
          "04",
          "31",
          "A6",
          "99999999999999",
          "20260229000000",
          "00000000000000",
          "号",
          "&respCode=00",
          "😀",
          "a".repeat(5_000));

  private final CallbackReader reader = reader(root(), secure());
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void no_damaged_bytes_make_the_reader_throw_or_believe() {
    var original = body(signed(purchase(), Pki.UNIONPAY));
    var genuine = reader.read(request(original), NOW);
    for (int round = 0; round < 3_000; round++) {
      var verdict = reader.read(request(damaged(original)), NOW);
      assertThat(verdict instanceof Verdict.Refused || verdict.equals(genuine))
          .as("seed %d round %d: %s", seed, round, verdict)
          .isTrue();
    }
  }

  @Test
  void no_rightly_signed_nonsense_makes_the_reader_throw() {
    for (int round = 0; round < 3_000; round++) {
      var fields = random.nextBoolean() ? purchase() : refund();
      var names = new ArrayList<>(fields.keySet());
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        fields.put(pick(names), pick(VALUES));
      }
      assertThat(reader.read(request(secured(fields, SECURE_KEY)), NOW))
          .as("seed %d round %d: %s", seed, round, fields)
          .isNotNull();
    }
  }

  @Test
  void no_damaged_certificate_makes_the_reader_throw_or_believe() throws Exception {
    var der = Pki.UNIONPAY.certificate().getEncoded();
    for (int round = 0; round < 2_000; round++) {
      var pem =
          "-----BEGIN CERTIFICATE-----\r\n"
              + Base64.getMimeEncoder().encodeToString(damaged(der))
              + "\r\n-----END CERTIFICATE-----";
      var verdict = reader.read(request(signed(purchase(), Pki.UNIONPAY, pem)), NOW);
      assertThat(verdict instanceof Verdict.Refused || pem.contains(undamaged(der)))
          .as("seed %d round %d: %s", seed, round, verdict)
          .isTrue();
    }
  }

  private static String undamaged(byte[] der) {
    return Base64.getMimeEncoder().encodeToString(der);
  }

  /** One to three bytes changed, left out, doubled or put in. */
  private byte[] damaged(byte[] original) {
    var bytes = original;
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(bytes.length);
      var out = new ByteArrayOutputStream();
      out.write(bytes, 0, at);
      switch (random.nextInt(4)) {
        case 0 -> out.write(bytes[at] ^ 1 << random.nextInt(8));
        case 1 -> out.write(random.nextInt(256));
        case 2 -> out.writeBytes(new byte[] {bytes[at], bytes[at]});
        default -> {}
      }
      out.write(bytes, at + 1, bytes.length - at - 1);
      bytes = out.toByteArray();
    }
    return bytes;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}

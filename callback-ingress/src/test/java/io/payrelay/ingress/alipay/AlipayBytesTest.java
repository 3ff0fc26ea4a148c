package io.payrelay.ingress.alipay;

import static io.payrelay.ingress.alipay.AlipaySender.NOW;
import static io.payrelay.ingress.alipay.AlipaySender.body;
import static io.payrelay.ingress.alipay.AlipaySender.notice;
import static io.payrelay.ingress.alipay.AlipaySender.paid;
import static io.payrelay.ingress.alipay.AlipaySender.reader;
import static io.payrelay.ingress.alipay.AlipaySender.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Each byte of a notice counts, and none makes the reader throw. */
class AlipayBytesTest {

  private static final byte[] BODY = body(paid());

  private final CallbackReader reader = reader();

  @Test
  void each_changed_byte_is_refused_unless_the_parameters_stay_the_same() {
    Map<String, IntUnaryOperator> changes = new HashMap<>();
    changes.put("+1", was -> was + 1);
    changes.put("-1", was -> was - 1);
    changes.put("^0x20", was -> was ^ 0x20);
    changes.put("^0x80", was -> was ^ 0x80);
    for (char put : new char[] {0, '&', '=', '+', '%', ' ', '\n', '0', 'A', 'f'}) {
      changes.put("put " + (int) put, _ -> put);
    }
    int same = 0;
    for (int at = 0; at < BODY.length; at++) {
      for (var change : changes.entrySet()) {
        var changed = BODY.clone();
        changed[at] = (byte) change.getValue().applyAsInt(BODY[at]);
        same += check(changed, change.getKey() + " at " + at) ? 1 : 0;
      }
    }
    assertThat(same).as("changes without an effect, such as %%2b for %%2B").isPositive();
  }

  @Test
  void each_byte_that_is_missing_or_comes_twice_is_refused_likewise() {
    for (int at = 0; at < BODY.length; at++) {
      var shorter = new byte[BODY.length - 1];
      System.arraycopy(BODY, 0, shorter, 0, at);
      System.arraycopy(BODY, at + 1, shorter, at, BODY.length - at - 1);
      check(shorter, "without " + at);

      var longer = new byte[BODY.length + 1];
      System.arraycopy(BODY, 0, longer, 0, at);
      System.arraycopy(BODY, at, longer, at + 1, BODY.length - at);
      longer[at] = BODY[at];
      check(longer, "twice " + at);
    }
  }

  @Test
  void no_bytes_make_the_reader_throw() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 3_000; i++) {
      assertThat(reader.read(request(FormDamage.of(BODY, random)), NOW))
          .as("seed %d round %d", seed, i)
          .isNotNull();
    }
  }

  @Test
  void no_rightly_signed_parameters_make_the_reader_throw() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var names = paid().keySet().toArray(String[]::new);
    for (int i = 0; i < 2_000; i++) {
      var notice = paid();
      for (int n = random.nextInt(3); n >= 0; n--) {
        var name = names[random.nextInt(names.length)];
        notice.put(name, FormDamage.text(notice.get(name), random));
      }
      notice.put("charset", "utf-8");
      assertThat(reader.read(request(body(notice)), NOW))
          .as("seed %d round %d", seed, i)
          .isNotNull();
    }
  }

  /** Whether a body was believed; it must be exactly if it says the same. */
  private boolean check(byte[] changed, String what) {
    var verdict = reader.read(request(changed), NOW);
    boolean isSame = decoded(changed).equals(decoded(BODY));
    assertThat(verdict)
        .as(what)
        .isInstanceOf(isSame ? Verdict.Genuine.class : Verdict.Refused.class);
    if (isSame) {
      assertThat(notice(verdict)).as(what).isEqualTo(original());
    }
    return isSame;
  }

  private Notice original() {
    return notice(reader.read(request(BODY), NOW));
  }

  /** What a form says, by the JDK's decoder: its parameters without empty names or values. */
  private static Optional<Map<String, String>> decoded(byte[] body) {
    var parameters = new HashMap<String, String>();
    for (var part : new String(body, StandardCharsets.ISO_8859_1).split("&+", -1)) {
      int equals = part.indexOf('=');
      try {
        var name = utf8(equals < 0 ? part : part.substring(0, equals));
        var value = utf8(equals < 0 ? "" : part.substring(equals + 1));
        if (!part.isEmpty() && parameters.put(name, value) != null) {
          return Optional.empty();
        }
      } catch (IllegalArgumentException | CharacterCodingException e) {
        return Optional.empty();
      }
    }
    parameters.values().removeIf(String::isEmpty);
    parameters.remove("");
    return Optional.of(parameters);
  }

  private static String utf8(String escaped) throws CharacterCodingException {
    var bytes =
        URLDecoder.decode(escaped, StandardCharsets.ISO_8859_1)
            .getBytes(StandardCharsets.ISO_8859_1);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}

package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NONCE;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.PAID;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.event;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.wechat.pay.java.service.payments.model.Transaction;
import io.payrelay.ingress.Mutations;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.wechat.wechatv3.WechatSdk.Accepts;
import io.payrelay.ingress.wechat.wechatv3.WechatSdk.Breaks;
import io.payrelay.ingress.wechat.wechatv3.WechatSdk.Refuses;
import io.payrelay.ingress.wechat.wechatv3.WechatSdk.Says;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * wechatpay-java as the oracle of what is believed: the same verdict on thousands of damaged
 * callbacks, except for the differences that are named here.
 */
class WechatV3OracleTest {

  /** Each place where we and wechatpay-java differ; nothing else may. */
  enum Difference {
    /** It does not look at the timestamp: a callback of 2021 passes, and what is no time at all. */
    IT_ACCEPTS_ANY_TIME,
    /** It knows a certificate by its serial and forgets when it ends. */
    IT_ACCEPTS_EXPIRED_CERTIFICATES,
    /** It skips the signature's unused bits and its missing padding: a copy that looks new. */
    IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_SIGNATURE,
    /** It reads the serial as a number, with a sign and in any script. */
    IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_SERIAL,
    /** A line break may move from the body into the nonce. */
    IT_ACCEPTS_ANY_NONCE,
    /** It verifies text: bytes that are none are replaced before, so it verifies something else. */
    IT_ACCEPTS_REPLACED_BYTES,
    /** Illegal Base64, or a serial that is no number: it throws something else than its own. */
    IT_BREAKS
  }

  /** One callback, and how both sides are set up. */
  private record Sent(Setup setup, Map<String, String> headers, byte[] body) {

    Sent with(String name, String value) {
      var changed = new HashMap<>(headers);
      changed.put(name, value);
      return new Sent(setup, changed, body);
    }

    String header(String name) {
      return headers.getOrDefault("Wechatpay-" + name, "");
    }

    /** Why we do not believe it; null if we do. */
    @Nullable Refusal objection() {
      return switch (setup.reader.read(request(headers, body), NOW)) {
        case Verdict.Refused(var why, _) -> why;
        case Verdict.Genuine _, Verdict.Ignored _ -> null;
      };
    }

    Says oracle() {
      return setup.sdk.verdict(headers, body, Transaction.class);
    }
  }

  /** The same keys for both sides. */
  private record Setup(WechatSdk sdk, CallbackReader reader, WechatV3Sender... senders) {}

  private static final int ROUNDS = 6_000;
  private static final byte[] BODY =
      new String(event(PAID), UTF_8).replace("支付成功", "支付\ufffd").getBytes(UTF_8);
  private static final String TIME = Long.toString(NOW.getEpochSecond());
  private static final byte[] REPLACED =
      new String(BODY, ISO_8859_1).replace("\u00ef\u00bf\u00bd", "\u00ff").getBytes(ISO_8859_1);

  private static final WechatV3Sender PUBLIC = WechatV3Sender.of("PUB_KEY_ID_0114232134912410");
  private static final WechatV3Sender CERTIFIED = WechatV3Sender.of("0A0B0C");
  private static final String CURRENT = pem(Duration.ofDays(1));
  private static final String EXPIRED = pem(Duration.ofDays(-1));

  private static final Setup WITH_PUBLIC_KEY =
      new Setup(WechatSdk.withPublicKey(PUBLIC), PUBLIC.reader(), PUBLIC);
  private static final Setup WITH_CERTIFICATE =
      new Setup(WechatSdk.withCertificate(CURRENT), CERTIFIED.reader(CURRENT), CERTIFIED);
  private static final Setup WITH_BOTH =
      new Setup(
          WechatSdk.withBoth(PUBLIC, CURRENT),
          Verdicts.open(
              WechatV3Sender.OPTIONS, WechatV3Sender.apiv3(), PUBLIC.key(), CERTIFIED.key(CURRENT)),
          PUBLIC,
          CERTIFIED);
  private static final Setup WITH_EXPIRED_CERTIFICATE =
      new Setup(WechatSdk.withCertificate(EXPIRED), CERTIFIED.reader(EXPIRED), CERTIFIED);
  private static final List<Setup> SETUPS =
      List.of(WITH_PUBLIC_KEY, WITH_CERTIFICATE, WITH_BOTH, WITH_BOTH, WITH_EXPIRED_CERTIFICATE);

  private final Map<List<String>, Map<String, String>> signatures = new ConcurrentHashMap<>();

  @Test
  void the_same_verdict_on_thousands_of_damaged_callbacks() {
    long seed = 20_260_301;
    var random = new Random(seed);
    var seen = new EnumMap<Difference, Integer>(Difference.class);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      var sent = damaged(random);
      var ours = sent.objection();
      var theirs = sent.oracle();
      if (ours == null && theirs instanceof Accepts) {
        accepted++;
      } else if (ours != null && theirs instanceof Refuses) {
        refused++;
      } else {
        seen.merge(name(sent, ours, theirs), 1, Integer::sum);
      }
    }
    assertThat(accepted).as("accepted by both, besides %s", seen).isGreaterThan(ROUNDS / 20);
    assertThat(refused).as("refused by both, besides %s", seen).isGreaterThan(ROUNDS / 4);
    assertThat(seen).containsOnlyKeys(Difference.values());
  }

  @ParameterizedTest
  @EnumSource
  void each_difference_is_real_and_has_this_name(Difference difference) {
    var sent = example(difference);
    var ours = sent.objection();
    var theirs = sent.oracle();
    assertThat(ours).isNotNull();
    assertThat(theirs)
        .isInstanceOf(difference == Difference.IT_BREAKS ? Breaks.class : Accepts.class);
    assertThat(name(sent, ours, theirs)).isEqualTo(difference);
  }

  private Sent example(Difference difference) {
    var right = sent(WITH_BOTH, CERTIFIED, TIME, NONCE);
    return switch (difference) {
      case IT_ACCEPTS_ANY_TIME -> sent(WITH_BOTH, PUBLIC, "1609459200", NONCE);
      case IT_ACCEPTS_EXPIRED_CERTIFICATES ->
          sent(WITH_EXPIRED_CERTIFICATE, CERTIFIED, TIME, NONCE);
      case IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_SIGNATURE ->
          right.with("Wechatpay-Signature", unpadded(right.header("Signature")));
      case IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_SERIAL ->
          right.with("Wechatpay-Serial", "+" + CERTIFIED.id());
      case IT_ACCEPTS_ANY_NONCE -> {
        var lines = "[\n" + new String(BODY, UTF_8);
        var headers = CERTIFIED.headers(NOW, lines.getBytes(UTF_8));
        yield new Sent(WITH_BOTH, headers, BODY).with("Wechatpay-Nonce", NONCE + "\n[");
      }
      case IT_ACCEPTS_REPLACED_BYTES -> new Sent(WITH_BOTH, right.headers(), REPLACED);
      case IT_BREAKS -> right.with("Wechatpay-Signature", "%%%");
    };
  }

  /** Names a difference; fails if it has no name. */
  private static Difference name(Sent sent, @Nullable Refusal ours, Says theirs) {
    if (ours != null && theirs instanceof Breaks(IllegalArgumentException _)) {
      return Difference.IT_BREAKS;
    }
    if (ours != null && theirs instanceof Accepts) {
      if (ours == Refusal.TIMESTAMP_OUTSIDE_TOLERANCE
          || !sent.header("Timestamp").matches("\\d+")) {
        return Difference.IT_ACCEPTS_ANY_TIME;
      }
      if (!sent.header("Nonce").matches("[!-~]{1,128}")) {
        return Difference.IT_ACCEPTS_ANY_NONCE;
      }
      if (!canonical(sent.header("Signature"))) {
        return Difference.IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_SIGNATURE;
      }
      if (!sent.header("Serial").matches("PUB_KEY_ID_\\d+|[0-9A-Fa-f]{1,64}")) {
        return Difference.IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_SERIAL;
      }
      if (ours == Refusal.KEY_UNKNOWN && sent.setup.equals(WITH_EXPIRED_CERTIFICATE)) {
        return Difference.IT_ACCEPTS_EXPIRED_CERTIFICATES;
      }
      if (ours == Refusal.SIGNATURE_WRONG && isSameText(sent.body)) {
        return Difference.IT_ACCEPTS_REPLACED_BYTES;
      }
    }
    throw new AssertionError(
        "a difference without a name: ours %s, theirs %s, headers %s, body %s"
            .formatted(ours, theirs, sent.headers, new String(sent.body, UTF_8)));
  }

  /** A callback near a right one: another time, another spelling, or damage. */
  private Sent damaged(Random random) {
    var setup = SETUPS.get(random.nextInt(SETUPS.size()));
    var sender = setup.senders[random.nextInt(setup.senders.length)];
    long shift = new long[] {0, 0, 0, 0, -300, 300, -301, 301, -157_766_400}[random.nextInt(9)];
    var time = Long.toString(NOW.getEpochSecond() + shift);
    var nonce = random.nextInt(20) == 0 ? "a nonce" : NONCE;
    var sent = sent(setup, sender, random.nextInt(20) == 0 ? "+" + time : time, nonce);
    sent =
        switch (random.nextInt(12)) {
          case 0 -> sent.with("Wechatpay-Serial", "00" + sender.id().toLowerCase(Locale.ROOT));
          case 1 -> sent.with("Wechatpay-Serial", "+" + sender.id());
          case 2 -> sent.with("Wechatpay-Serial", PUBLIC.id());
          case 3 -> sent.with("Wechatpay-Signature", unpadded(sent.header("Signature")));
          case 4 -> new Sent(setup, sent.headers, REPLACED);
          case 5 -> new Sent(setup, sent.headers, Mutations.of(BODY, random));
          case 6, 7, 8 -> {
            var name = List.copyOf(sent.headers.keySet()).get(random.nextInt(sent.headers.size()));
            var value = sent.headers.getOrDefault(name, "").getBytes(UTF_8);
            yield sent.with(name, new String(Mutations.of(value, random), UTF_8));
          }
          default -> sent;
        };
    return sent;
  }

  private Sent sent(Setup setup, WechatV3Sender sender, String time, String nonce) {
    var headers =
        signatures.computeIfAbsent(
            List.of(sender.id(), time, nonce), _ -> sender.headers(time, nonce, BODY));
    return new Sent(setup, headers, BODY);
  }

  private static String unpadded(String base64) {
    return base64.replace("=", "");
  }

  private static boolean isSameText(byte[] body) {
    return !Arrays.equals(body, BODY) && new String(body, UTF_8).equals(new String(BODY, UTF_8));
  }

  private static boolean canonical(String base64) {
    try {
      var bytes = Base64.getDecoder().decode(base64);
      return Base64.getEncoder().encodeToString(bytes).equals(base64);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String pem(Duration until) {
    return TestCertificates.pem(
        CERTIFIED.pair(), CERTIFIED.id(), NOW.minus(Duration.ofDays(30)), NOW.plus(until));
  }
}

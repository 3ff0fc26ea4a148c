package io.payrelay.ingress.alipay;

import static io.payrelay.ingress.alipay.AlipaySender.NOW;
import static io.payrelay.ingress.alipay.AlipaySender.PLATFORM;
import static io.payrelay.ingress.alipay.AlipaySender.base64;
import static io.payrelay.ingress.alipay.AlipaySender.form;
import static io.payrelay.ingress.alipay.AlipaySender.notice;
import static io.payrelay.ingress.alipay.AlipaySender.paid;
import static io.payrelay.ingress.alipay.AlipaySender.reader;
import static io.payrelay.ingress.alipay.AlipaySender.request;
import static io.payrelay.ingress.alipay.AlipaySender.sign;
import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.v3.ApiException;
import com.alipay.v3.util.AlipaySignature;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Alipay's SDK as the oracle, called as its documents say: with the parameters that the servlet
 * decoded. The same verdict on thousands of damaged notices, except for the differences that are
 * named here.
 */
class AlipayOracleTest {

  /** Each place where we and the SDK differ, with an example; nothing else may. */
  enum Difference {
    /** It uses the type that the caller names, whatever the notice says, or if it says nothing. */
    IT_IGNORES_THE_SIGN_TYPE("NOTICE&sign=SIGN&sign_type=RSA"),
    /** It uses the charset that the caller names: a notice in an unknown one is read as UTF-8. */
    IT_IGNORES_THE_CHARSET("LATIN&sign=SIGN&sign_type=RSA2"),
    /** Any other charset is an error, so that every notice in GBK is lost. */
    IT_KNOWS_NOTHING_BUT_UTF_8("GBK&sign=SIGN&sign_type=RSA2"),
    /** White space within, and bits behind the end, are skipped. */
    IT_READS_BASE64_LENIENTLY("NOTICE&sign=SIGN%0A&sign_type=RSA2"),
    /** A value that has the text of another parameter in it can be taken apart there. */
    IT_ACCEPTS_MOVED_BORDERS("MOVED&sign=SIGN&sign_type=RSA2"),
    /** Its sample code joins the values of a repeated parameter with a comma. */
    ITS_SAMPLE_JOINS_REPEATED_PARAMETERS("NOTICE&comma=1&comma=2&sign=SIGN&sign_type=RSA2"),
    /** Servlet containers skip a parameter with a broken escape. */
    SERVLETS_SKIP_BROKEN_ESCAPES("NOTICE&x=%zz&sign=SIGN&sign_type=RSA2"),
    /** Servlet containers put a replacement character where bytes are no text. */
    SERVLETS_REPLACE_BYTES("NOTICE&replaced=%FF&sign=SIGN&sign_type=RSA2");

    private final String example;

    Difference(String example) {
      this.example = example;
    }
  }

  private static final int ROUNDS = 8_000;
  private static final Charset GBK = Charset.forName("GBK");
  private static final Pattern CHINESE_CHARSET = Pattern.compile("(^|.*&)charset=GB.*");

  /** Signing is slow. */
  private static final Map<String, byte[]> FILLED = new HashMap<>();

  private final CallbackReader reader = reader();

  @Test
  void the_same_verdict_on_thousands_of_damaged_notices() {
    long seed = 20_260_301;
    var random = new Random(seed);
    var seen = new EnumMap<Difference, Integer>(Difference.class);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      var body = damaged(random);
      var ours = objection(body);
      boolean theirs = oracle(body);
      if (ours == null && theirs) {
        accepted++;
      } else if (ours != null && !theirs) {
        refused++;
      } else {
        seen.merge(name(body, ours, theirs), 1, Integer::sum);
      }
    }
    assertThat(accepted).as("accepted by both, besides %s", seen).isGreaterThan(ROUNDS / 20);
    assertThat(refused).as("refused by both, besides %s", seen).isGreaterThan(ROUNDS / 4);
    assertThat(seen).as("each difference comes up by itself").containsOnlyKeys(Difference.values());
  }

  @ParameterizedTest
  @EnumSource
  void each_difference_is_real_and_has_this_name(Difference difference) {
    var body = fill(difference.example);
    var ours = objection(body);
    boolean theirs = oracle(body);
    assertThat(theirs).isNotEqualTo(ours == null);
    assertThat(name(body, ours, theirs)).isEqualTo(difference);
  }

  @Test
  void what_the_sdk_signs_as_the_platform_would_is_read_in_full() throws Exception {
    var key = Base64.getEncoder().encodeToString(PLATFORM.getPrivate().getEncoded());
    var parameters = new HashMap<>(paid("subject", "大乐透 2.1 + 100%"));
    var content = AlipaySignature.getSignCheckContentV1(parameters);
    assertThat(content).isEqualTo(AlipaySender.content(parameters));

    var complete = new LinkedHashMap<>(paid("subject", "大乐透 2.1 + 100%"));
    complete.put("sign_type", "RSA2");
    complete.put("sign", AlipaySignature.sign(content, key, "utf-8", "RSA2"));
    var notice = notice(reader.read(request(form(complete, StandardCharsets.UTF_8)), NOW));

    assertThat(notice.orderNo()).isEqualTo(complete.get("out_trade_no"));
    assertThat(notice.transactionId()).isEqualTo(complete.get("trade_no"));
    assertThat(notice.amount()).isEqualTo(Money.parse("599.00", "CNY"));
    assertThat(notice.identityMatches()).isTrue();
    assertThat(AlipaySignature.verifyV1(complete, base64(PLATFORM), "utf-8", "RSA2")).isTrue();
  }

  /** Names a difference; fails if it has no name. */
  private static Difference name(byte[] body, Verdict.@Nullable Refused ours, boolean theirs) {
    var text = new String(body, StandardCharsets.ISO_8859_1);
    if (ours == null && !theirs && CHINESE_CHARSET.matcher(text).matches()) {
      return Difference.IT_KNOWS_NOTHING_BUT_UTF_8;
    }
    if (ours != null && theirs) {
      var detail = ours.detail();
      if (detail.startsWith("charset must be")) {
        return Difference.IT_IGNORES_THE_CHARSET;
      }
      if (detail.equals("the form repeats a field")) {
        return Difference.ITS_SAMPLE_JOINS_REPEATED_PARAMETERS;
      }
      if (detail.equals("the form has a broken percent escape")) {
        return Difference.SERVLETS_SKIP_BROKEN_ESCAPES;
      }
      if (detail.equals("the form is not in its charset")) {
        return Difference.SERVLETS_REPLACE_BYTES;
      }
      if (detail.contains(" appears inside another parameter")) {
        return Difference.IT_ACCEPTS_MOVED_BORDERS;
      }
      if (detail.equals("sign_type must be RSA2")) {
        return Difference.IT_IGNORES_THE_SIGN_TYPE;
      }
      if (ours.why() == Refusal.SIGNATURE_MALFORMED) {
        return Difference.IT_READS_BASE64_LENIENTLY;
      }
    }
    throw new AssertionError(
        "a difference without a name: ours %s, theirs %s, body %s".formatted(ours, theirs, text));
  }

  /** Why we do not believe it; null if we do. What the parameters say comes afterwards. */
  private Verdict.@Nullable Refused objection(byte[] body) {
    return switch (reader.read(request(body), NOW)) {
      case Verdict.Refused refused when !isAboutWhatItSays(refused) -> refused;
      case Verdict.Refused _, Verdict.Genuine _, Verdict.Ignored _ -> null;
    };
  }

  private static boolean isAboutWhatItSays(Verdict.Refused refused) {
    return refused.why() == Refusal.BODY_MALFORMED
        && !refused.detail().startsWith("the form ")
        && !refused.detail().startsWith("charset ")
        && !refused.detail().contains(" appears inside another parameter");
  }

  private static boolean oracle(byte[] body) {
    try {
      return AlipaySignature.verifyV1(parameters(body), base64(PLATFORM), "utf-8", "RSA2");
    } catch (ApiException e) {
      return false;
    }
  }

  /** As a servlet container and Alipay's sample code hand them over. */
  private static Map<String, String> parameters(byte[] body) {
    var parameters = new HashMap<String, String>();
    for (var part : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
      int equals = part.indexOf('=');
      put(
          parameters,
          equals < 0 ? part : part.substring(0, equals),
          equals < 0 ? "" : part.substring(equals + 1));
    }
    return parameters;
  }

  private static void put(Map<String, String> parameters, String name, String value) {
    try {
      parameters.merge(unescaped(name), unescaped(value), (one, next) -> one + "," + next);
    } catch (IllegalArgumentException e) {
      // A broken escape: Tomcat logs it and goes on.
    }
  }

  private static String unescaped(String escaped) {
    var bytes =
        URLDecoder.decode(escaped, StandardCharsets.ISO_8859_1)
            .getBytes(StandardCharsets.ISO_8859_1);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A body near a right one: another spelling, another charset, another signature, or damage. */
  private static byte[] damaged(Random random) {
    var forms =
        new String[] {
          "NOTICE&sign=SIGN&sign_type=RSA2",
          "NOTICE&sign=SIGN&sign_type=RSA2",
          "NOTICE&sign=SIGN&sign_type=RSA2",
          "sign_type=RSA2&sign=SIGN&NOTICE&empty=",
          "GBK&sign=SIGN&sign_type=RSA2",
          "LATIN&sign=SIGN&sign_type=RSA2",
          "MOVED&sign=SIGN&sign_type=RSA2",
          "NOTICE&sign=SIGN&sign_type=rsa2",
          "NOTICE&sign=SIGN&sign_type=RSA",
          "NOTICE&sign=SHA1&sign_type=RSA",
          "NOTICE&sign=SHA1&sign_type=RSA2",
          "NOTICE&sign=SIGN",
          "NOTICE&sign=&sign_type=RSA2",
          "NOTICE&sign=OTHER&sign_type=RSA2",
          "NOTICE&sign=+SIGN&sign_type=RSA2",
          "NOTICE&sign=SIGN%0A&sign_type=RSA2",
          "NOTICE&sign=SIGN&sign=SIGN&sign_type=RSA2",
          "NOTICE&comma=1&comma=2&sign=SIGN&sign_type=RSA2",
          "NOTICE&replaced=%FF&sign=SIGN&sign_type=RSA2",
          "NOTICE&x=%zz&sign=SIGN&sign_type=RSA2",
          "NOTICE&x=1&sign=SIGN&sign_type=RSA2"
        };
    var body = FILLED.computeIfAbsent(forms[random.nextInt(forms.length)], AlipayOracleTest::fill);
    return random.nextInt(3) > 0 ? body : FormDamage.of(body, random);
  }

  /** Puts notices and their signatures where an example names them. */
  private static byte[] fill(String example) {
    var notice = paid();
    var charset = StandardCharsets.UTF_8;
    var name = "NOTICE";
    if (example.contains("GBK")) {
      notice.put("charset", "GBK");
      charset = GBK;
      name = "GBK";
    } else if (example.contains("LATIN")) {
      notice.put("charset", "ISO-8859-1");
      name = "LATIN";
    } else if (example.contains("MOVED")) {
      notice.put("subject", "x&total_amount=0.01&z=1");
      name = "MOVED";
    }
    var written = form(notice, charset);
    if (example.contains("comma=1&comma=2")) {
      notice.put("comma", "1,2");
    }
    if (example.contains("replaced=%FF")) {
      notice.put("replaced", "\ufffd");
    }
    var content = AlipaySender.content(notice).getBytes(charset);
    return example
        .replace("SIGN", escaped(sign("SHA256withRSA", content, PLATFORM)))
        .replace("SHA1", escaped(sign("SHA1withRSA", content, PLATFORM)))
        .replace("OTHER", escaped(sign("SHA256withRSA", content, AlipaySender.STRANGER)))
        .replace(name, new String(written, StandardCharsets.US_ASCII))
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String escaped(String base64) {
    return base64.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D");
  }
}

package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.wechat.wechatv3.Verdicts.notice;
import static io.payrelay.ingress.wechat.wechatv3.Verdicts.refusal;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.APIV3;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NONCE;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.PAID;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.event;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.Mutations;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The traps of WeChat Pay v3's signature, each by its name. */
class WechatV3TrapsTest {

  private static final String SIGNATURE = "Wechatpay-Signature";
  private static final WechatV3Sender WECHAT = WechatV3Sender.of("5F00AB");
  private static final CallbackReader READER = WECHAT.reader();
  private static final byte[] BODY = event(PAID);
  private static final Map<String, String> HEADERS = WECHAT.headers(NOW, BODY);
  private static final Verdict GENUINE = new Verdict.Genuine(notice(read(HEADERS, BODY)));

  @Test
  void a_decrypt_that_works_proves_nothing_about_origin() {
    var other = event(PAID.replace("59900", "1"));
    assertThat(refusal(read(HEADERS, other))).isEqualTo(Refusal.SIGNATURE_WRONG);
    var forger = WechatV3Sender.of(WECHAT.id());
    assertThat(refusal(read(forger.headers(NOW, other), other))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void nothing_is_decrypted_or_read_before_it_is_verified() {
    var nonsense = "not json".getBytes(UTF_8);
    assertThat(refusal(read(HEADERS, nonsense))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(READER.read(WECHAT.signed(nonsense), NOW)))
        .isEqualTo(Refusal.BODY_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, 0, 300})
  void a_clock_that_is_off_by_five_minutes_is_tolerated_both_ways(long seconds) {
    var headers = WECHAT.headers(NOW.plusSeconds(seconds), BODY);
    assertThat(read(headers, BODY)).isEqualTo(GENUINE);
  }

  @ParameterizedTest
  @ValueSource(longs = {-157_766_400, -301, 301, 157_766_400})
  void a_timestamp_more_than_300_seconds_away_is_refused_both_ways(long seconds) {
    var headers = WECHAT.headers(NOW.plusSeconds(seconds), BODY);
    assertThat(refusal(read(headers, BODY))).isEqualTo(Refusal.TIMESTAMP_OUTSIDE_TOLERANCE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "now",
        "+1772352000",
        "1772352000.0",
        "-1",
        "１７７２３５２０００",
        "9999999999999"
      })
  void what_is_no_unix_time_is_refused_even_if_it_is_signed(String timestamp) {
    var headers = WECHAT.headers(timestamp, NONCE, BODY);
    assertThat(refusal(read(headers, BODY))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5F00AB", "5f00ab", "5f00AB", "005f00AB", "0000000000000000005f00ab"})
  void serials_compare_as_hex(String serial) {
    assertThat(read(with("Wechatpay-Serial", serial), BODY)).isEqualTo(GENUINE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "77",
        "5F00AC",
        "+5F00AB",
        "５F00AB",
        "0x5F00AB",
        "PUB_KEY_ID_5F00AB",
        "-",
        "apiv3"
      })
  void an_unknown_serial_is_a_503_and_never_an_accept(String serial) {
    var why = refusal(read(with("Wechatpay-Serial", serial), BODY));
    assertThat(why)
        .isEqualTo(serial.equals("５F00AB") ? Refusal.SIGNATURE_MALFORMED : Refusal.KEY_UNKNOWN);
    assertThat(Refusal.KEY_UNKNOWN.status()).isEqualTo(503);
  }

  @Test
  void a_public_key_id_compares_exactly() {
    var sender = new WechatV3Sender("PUB_KEY_ID_01ab", WECHAT.pair());
    assertThat(sender.reader().read(sender.signed(BODY), NOW)).isEqualTo(GENUINE);
    for (var id : List.of("PUB_KEY_ID_01AB", "PUB_KEY_ID_1ab", "pub_key_id_01ab", "01ab")) {
      var headers = new WechatV3Sender(id, WECHAT.pair()).headers(NOW, BODY);
      assertThat(refusal(sender.reader().read(request(headers, BODY), NOW)))
          .isEqualTo(Refusal.KEY_UNKNOWN);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"WECHATPAY/SIGNTEST/", "WECHATPAY/SIGNTEST/abc", "WECHATPAY/SIGNTEST/%%%"})
  void the_platforms_own_probes_are_refused_and_counted_apart(String signature) {
    assertThat(refusal(read(with(SIGNATURE, signature), BODY))).isEqualTo(Refusal.PROBE);
    assertThat(Refusal.PROBE.status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Wechatpay-Signature",
        "Wechatpay-Timestamp",
        "Wechatpay-Nonce",
        "Wechatpay-Serial"
      })
  void a_header_that_is_missing_empty_repeated_or_oversized_is_refused(String name) {
    var missing = new HashMap<>(HEADERS);
    missing.remove(name);
    assertThat(read(missing, BODY))
        .isEqualTo(
            new Verdict.Refused(
                Refusal.HEADERS_MISSING, name + " is missing: does a proxy strip it?"));

    assertMalformed(name, List.of(""));
    assertMalformed(name, List.of(header(name), header(name)));
    assertMalformed(name, List.of("1".repeat(1_025)));
    assertMalformed(name, List.of("1".repeat(8 * 1024)));
    assertMalformed(name, List.of(" " + header(name)));
  }

  private static void assertMalformed(String name, List<String> values) {
    var headers = new HashMap<>(request(HEADERS, BODY).headers());
    headers.put(name.toLowerCase(Locale.ROOT), values);
    var verdict = READER.read(new CallbackRequest(headers, BODY), NOW);
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Refused.class, refused -> assertThat(refused.detail()).contains(name));
    assertThat(refusal(verdict)).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void without_any_of_its_headers_the_reason_is_one_of_its_own() {
    assertThat(refusal(read(Map.of(), BODY))).isEqualTo(Refusal.HEADERS_MISSING);
    assertThat(Refusal.HEADERS_MISSING.status()).isEqualTo(401);
    assertThat(Refusal.HEADERS_MISSING.label()).isEqualTo("headers_missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%%%", "a", "a=", "=", "ab==cd", "签名", "a b c d", "YQ==\n", "YR==", "YQ", "-_-_"})
  void illegal_base64_is_a_401(String signature) {
    assertThat(refusal(read(with(SIGNATURE, signature), BODY)))
        .isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"YQ==", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void a_signature_of_another_length_is_a_401(String signature) {
    assertThat(refusal(read(with(SIGNATURE, signature), BODY))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void a_line_break_cannot_move_from_the_body_into_the_nonce() {
    var lines = (new String(BODY, UTF_8) + "\n{}").getBytes(UTF_8);
    var headers = new HashMap<>(WECHAT.headers(NOW, lines));
    headers.put("Wechatpay-Nonce", NONCE + "\n" + new String(BODY, UTF_8));
    assertThat(refusal(read(headers, "{}".getBytes(UTF_8)))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
    headers.put("Wechatpay-Nonce", NONCE + "\n{");
    assertThat(refusal(read(headers, "}".getBytes(UTF_8)))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void each_byte_of_the_body_is_signed() {
    for (int i = 0; i < BODY.length; i++) {
      for (byte other : changes(BODY[i])) {
        var changed = BODY.clone();
        changed[i] = other;
        assertThat(refusal(read(HEADERS, changed))).isEqualTo(Refusal.SIGNATURE_WRONG);
      }
    }
    for (int length : new int[] {0, 1, BODY.length - 1, BODY.length + 1}) {
      assertThat(refusal(read(HEADERS, Arrays.copyOf(BODY, length))))
          .isEqualTo(Refusal.SIGNATURE_WRONG);
    }
  }

  @Test
  void each_character_of_the_headers_counts_but_for_the_case_of_a_serial() {
    for (var name : HEADERS.keySet()) {
      var value = header(name).getBytes(UTF_8);
      for (int i = 0; i < value.length; i++) {
        for (byte other : changes(value[i])) {
          var changed = value.clone();
          changed[i] = other;
          var text = new String(changed, UTF_8);
          var verdict = read(with(name, text), BODY);
          if (text.equalsIgnoreCase(WECHAT.id())) {
            assertThat(verdict).as(text).isEqualTo(GENUINE);
          } else {
            assertThat(refusal(verdict)).isNotIn(Refusal.BODY_MALFORMED, Refusal.INTERNAL);
          }
        }
      }
    }
  }

  private static byte[] changes(byte original) {
    var all = new byte[] {(byte) (original + 1), (byte) (original ^ 0x20), 0, '&'};
    var count = 0;
    for (byte one : all) {
      if (one != original) {
        all[count++] = one;
      }
    }
    return Arrays.copyOf(all, count);
  }

  @Test
  void no_damaged_headers_make_the_reader_throw_or_accept() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var names = List.copyOf(HEADERS.keySet());
    for (int i = 0; i < 2_000; i++) {
      var name = names.get(random.nextInt(names.size()));
      var value = new String(Mutations.of(header(name).getBytes(UTF_8), random), UTF_8);
      var verdict = read(with(name, value), BODY);
      if (!PlatformKey.normal(value).equals(PlatformKey.normal(header(name)))) {
        assertThat(verdict).as("seed %d round %d", seed, i).isInstanceOf(Verdict.Refused.class);
      }
    }
  }

  @Test
  void no_rightly_signed_bytes_make_the_reader_throw() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      var body = Mutations.of(BODY, random);
      assertThat(READER.read(WECHAT.signed(body), NOW)).as("seed %d round %d", seed, i).isNotNull();
    }
  }

  @Test
  void no_rightly_signed_and_encrypted_bytes_make_the_reader_throw() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      var content = Mutations.of(PAID.getBytes(UTF_8), random);
      var type = random.nextBoolean() ? "TRANSACTION.SUCCESS" : "REFUND.SUCCESS";
      var body = event(type, content, random.nextBoolean() ? "transaction" : null, APIV3);
      var verdict = READER.read(WECHAT.signed(body), NOW);
      assertThat(verdict).as("seed %d round %d", seed, i).satisfies(WechatV3TrapsTest::isSound);
    }
  }

  private static void isSound(Verdict verdict) {
    switch (verdict) {
      case Verdict.Genuine(var notice) -> {
        assertThat(notice.orderNo()).matches("[A-Za-z0-9_-]{1,64}");
        assertThat(notice.transactionId()).matches("[!-~]{1,128}");
        var amount = notice.amount();
        assertThat(amount == null || amount.minor() > 0).isTrue();
      }
      case Verdict.Ignored(var why) -> assertThat(why).isNotBlank();
      case Verdict.Refused(var why, var detail) -> {
        assertThat(why).isEqualTo(Refusal.BODY_MALFORMED);
        assertThat(detail).doesNotContain(APIV3).doesNotContain("4200001");
      }
    }
  }

  private static String header(String name) {
    return HEADERS.getOrDefault(name, "");
  }

  private static Map<String, String> with(String name, String value) {
    var headers = new HashMap<>(HEADERS);
    headers.put(name, value);
    return headers;
  }

  private static Verdict read(Map<String, String> headers, byte[] body) {
    return READER.read(request(headers, body), NOW);
  }
}

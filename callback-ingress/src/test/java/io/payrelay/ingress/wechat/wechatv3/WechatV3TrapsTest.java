package io.payrelay.ingress.wechat.wechatv3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WechatV3TrapsTest {

  private static final String APIV3 = "0123456789abcdef0123456789abcdef";
  private static final String SERIAL = "5F00AB";
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String PAID =
      """
      {"mchid":"1900000001","appid":"wx1","out_trade_no":"o-1","transaction_id":"4200001",\
      "trade_state":"SUCCESS","amount":{"total":59900,"payer_total":1,"currency":"CNY"}}""";

  private static KeyPair pair;
  private static CallbackReader reader;

  @BeforeAll
  static void open() throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    pair = generator.generateKeyPair();
    var pem = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    reader =
        new WechatV3Channel()
            .open(
                new AccountSettings(
                    "wechat-v3",
                    "a",
                    List.of(
                        new KeySettings("apiv3", APIV3, null, null),
                        new KeySettings(SERIAL, pem, null, null),
                        new KeySettings("PUB_KEY_ID_01", pem, null, null)),
                    Map.of("mchid", "1900000001", "appid", "wx1")));
  }

  @Test
  void takes_a_payment_whose_associated_data_is_empty_absent_or_present() throws Exception {
    for (var associated : new String[] {"\"\"", "null", "\"transaction\""}) {
      var notice = genuine(body("TRANSACTION.SUCCESS", PAID, associated, APIV3));
      assertThat(notice.kind()).isEqualTo(NoticeKind.PAID);
      assertThat(notice.identityMatches()).isTrue();
      assertThat(notice.amount()).isEqualTo(Money.ofMinor(59900, "CNY"));
    }
  }

  @Test
  void does_not_believe_what_decrypts_but_is_not_signed() throws Exception {
    var headers = signed(body("TRANSACTION.SUCCESS", PAID, "\"\"", APIV3), NOW, SERIAL);
    var other = body("TRANSACTION.SUCCESS", PAID.replace("59900", "1"), "\"\"", APIV3);
    assertRefused(read(headers, other), Refusal.SIGNATURE_WRONG);
  }

  @Test
  void compares_serials_as_hex_and_holds_public_key_ids_beside_them() throws Exception {
    var body = body("TRANSACTION.SUCCESS", PAID, "\"\"", APIV3);
    for (var id : List.of("5f00ab", "5F00AB", "005f00AB", "PUB_KEY_ID_01")) {
      assertThat(read(signed(body, NOW, id), body)).isInstanceOf(Verdict.Genuine.class);
    }
    assertRefused(read(signed(body, NOW, "77"), body), Refusal.KEY_UNKNOWN);
  }

  @Test
  void refuses_timestamps_more_than_300_seconds_away_both_ways() throws Exception {
    var body = body("TRANSACTION.SUCCESS", PAID, "\"\"", APIV3);
    for (int off : new int[] {-300, 300}) {
      assertThat(read(signed(body, NOW.plusSeconds(off), SERIAL), body))
          .isInstanceOf(Verdict.Genuine.class);
    }
    for (int off : new int[] {-301, 301}) {
      assertRefused(
          read(signed(body, NOW.plusSeconds(off), SERIAL), body),
          Refusal.TIMESTAMP_OUTSIDE_TOLERANCE);
    }
  }

  @Test
  void tells_probes_missing_headers_and_illegal_base_64_apart() throws Exception {
    var body = body("TRANSACTION.SUCCESS", PAID, "\"\"", APIV3);
    var headers = new HashMap<>(signed(body, NOW, SERIAL));
    headers.put("wechatpay-signature", List.of("WECHATPAY/SIGNTEST/abc"));
    assertRefused(read(headers, body), Refusal.PROBE);
    headers.put("wechatpay-signature", List.of("%%%"));
    assertRefused(read(headers, body), Refusal.SIGNATURE_MALFORMED);
    for (var name : List.copyOf(headers.keySet())) {
      var fewer = new HashMap<>(signed(body, NOW, SERIAL));
      fewer.remove(name);
      assertRefused(read(fewer, body), Refusal.SIGNATURE_MISSING);
    }
  }

  @Test
  void asks_for_a_retry_when_the_apiv_3_key_is_another() throws Exception {
    var body = body("TRANSACTION.SUCCESS", PAID, "\"\"", APIV3.replace('a', 'b'));
    assertRefused(read(signed(body, NOW, SERIAL), body), Refusal.KEY_UNKNOWN);
  }

  @Test
  void reads_a_refund_and_another_merchants_payment() throws Exception {
    var refund =
        "{\"mchid\":\"1900000001\",\"out_trade_no\":\"o-1\",\"transaction_id\":\"4200001\","
            + "\"refund_id\":\"50001\"}";
    var notice = genuine(body("REFUND.SUCCESS", refund, "\"\"", APIV3));
    assertThat(notice.kind()).isEqualTo(NoticeKind.REFUND);
    assertThat(notice.refundId()).isEqualTo("50001");
    for (var foreign : List.of(PAID.replace("wx1", "wx2"), PAID.replace("0001\",\"a", "2\",\"a"))) {
      assertThat(genuine(body("TRANSACTION.SUCCESS", foreign, "\"\"", APIV3)).identityMatches())
          .isFalse();
    }
  }

  @Test
  void never_accepts_a_changed_byte_and_never_throws() throws Exception {
    var body = body("TRANSACTION.SUCCESS", PAID, "\"\"", APIV3);
    var headers = signed(body, NOW, SERIAL);
    for (int i = 0; i < body.length; i++) {
      var changed = body.clone();
      changed[i] ^= 1;
      assertRefused(read(headers, changed), Refusal.SIGNATURE_WRONG);
    }
    var random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      var changed = body.clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      assertThat(read(signed(changed, NOW, SERIAL), changed)).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS,PAID",
    "CLOSED,CLOSED",
    "REVOKED,CLOSED",
    "PAYERROR,ATTEMPT_FAILED",
    "NOTPAY,PENDING",
    "USERPAYING,PENDING",
    "REFUND,REFUND"
  })
  void each_trade_state_is_told_apart(String state, NoticeKind kind) throws Exception {
    var trade = PAID.replace("\"SUCCESS\"", "\"" + state + "\"");

    assertThat(genuine(body("TRANSACTION.SUCCESS", trade, "\"\"", APIV3)).kind()).isEqualTo(kind);
  }

  @Test
  void what_is_neither_a_payment_nor_a_refund_is_acknowledged_and_counted() throws Exception {
    var body = body("COUPON.USE", PAID, "\"\"", APIV3);

    assertThat(read(signed(body, NOW, SERIAL), body)).isInstanceOf(Verdict.Ignored.class);
  }

  @Test
  void keys_and_options_that_cant_be_right_are_refused_by_name() {
    var apiv3 = new KeySettings("apiv3", APIV3, null, null);
    var pem = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    var platform = new KeySettings(SERIAL, pem, null, null);
    var options = Map.of("mchid", "1900000001", "appid", "wx1");

    refused(List.of(platform), options, "apiv3");
    refused(List.of(apiv3), options, "platform certificate");
    refused(
        List.of(new KeySettings("apiv3", "short", null, null), platform),
        options,
        "keys[0].secret");
    refused(
        List.of(apiv3, new KeySettings(SERIAL, "nonsense", null, null)), options, "keys[1].secret");
    refused(
        List.of(apiv3, platform, new KeySettings("005f00ab", pem, null, null)),
        options,
        "keys[2].id");
    refused(List.of(apiv3, platform), Map.of("mchid", "1900000001"), "options.appid");
    refused(
        List.of(apiv3, platform),
        Map.of("mchid", "1900000001", "appid", "wx1", "colour", "red"),
        "options.colour");
  }

  private static void refused(
      List<KeySettings> keys, Map<String, String> options, String complaint) {
    assertThatThrownBy(
            () -> new WechatV3Channel().open(new AccountSettings("wechat-v3", "a", keys, options)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(complaint);
  }

  private static Notice genuine(byte[] body) throws Exception {
    var verdict = read(signed(body, NOW, SERIAL), body);
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
    return ((Verdict.Genuine) verdict).notice();
  }

  private static void assertRefused(Verdict verdict, Refusal why) {
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Refused.class, refused -> assertThat(refused.why()).isEqualTo(why));
  }

  private static Verdict read(Map<String, List<String>> headers, byte[] body) {
    return reader.read(new CallbackRequest(headers, body), NOW);
  }

  private static byte[] body(String type, String resource, String associated, String key)
      throws Exception {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "AES"),
        new GCMParameterSpec(128, "abcdefghijkl".getBytes(StandardCharsets.UTF_8)));
    if (!associated.equals("null")) {
      cipher.updateAAD(associated.replace("\"", "").getBytes(StandardCharsets.UTF_8));
    }
    var text =
        Base64.getEncoder()
            .encodeToString(cipher.doFinal(resource.getBytes(StandardCharsets.UTF_8)));
    return ("{\"id\":\"e-1\",\"event_type\":\""
            + type
            + "\",\"resource\":{\"algorithm\":"
            + "\"AEAD_AES_256_GCM\",\"nonce\":\"abcdefghijkl\",\"associated_data\":"
            + associated
            + ",\"ciphertext\":\""
            + text
            + "\"}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, List<String>> signed(byte[] body, Instant at, String serial)
      throws Exception {
    var timestamp = Long.toString(at.getEpochSecond());
    var signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(pair.getPrivate());
    signer.update((timestamp + "\nn0nce\n").getBytes(StandardCharsets.UTF_8));
    signer.update(body);
    signer.update((byte) '\n');
    return Map.of(
        "wechatpay-timestamp", List.of(timestamp),
        "wechatpay-nonce", List.of("n0nce"),
        "wechatpay-serial", List.of(serial),
        "wechatpay-signature", List.of(Base64.getEncoder().encodeToString(signer.sign())));
  }
}

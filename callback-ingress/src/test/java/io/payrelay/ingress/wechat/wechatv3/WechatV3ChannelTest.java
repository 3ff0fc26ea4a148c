package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.APIV3;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.OPTIONS;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.apiv3;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatV3ChannelTest {

  private static final WechatV3Sender WECHAT = WechatV3Sender.of("5F00AB");

  private final WechatV3Channel channel = new WechatV3Channel();

  @Test
  void it_shares_its_transaction_ids_with_its_elder_sibling() {
    assertThat(channel.name()).isEqualTo("wechat-v3");
    assertThat(channel.family()).isEqualTo("wechat");
  }

  @Test
  void success_is_a_200() {
    assertThat(channel.accepted().status()).isEqualTo(200);
    assertThat(channel.accepted().contentType()).isEqualTo("application/json");
    assertThat(new String(channel.accepted().body(), UTF_8))
        .isEqualTo("{\"code\":\"SUCCESS\",\"message\":\"OK\"}");
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_is_never_a_200_because_any_200_ends_the_retries(Refusal why) {
    var answer = channel.refused(why, "for a \"reason\"");
    assertThat(answer.status()).isEqualTo(why.status()).isGreaterThanOrEqualTo(400);
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(new String(answer.body(), UTF_8))
        .isEqualTo("{\"code\":\"FAIL\",\"message\":\"for a \\\"reason\\\"\"}");
  }

  @Test
  void an_account_needs_both_kinds_of_keys() {
    assertRefused("keys needs one with the id apiv3: the APIv3 key", OPTIONS, WECHAT.key());
    assertRefused("keys needs a platform certificate or public key", OPTIONS, apiv3());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0123456789abcdef0123456789abcde",
        "0123456789abcdef0123456789abcdef0",
        "密0123456789abcdef0123456789abcde"
      })
  void an_apiv3_key_has_32_bytes(String secret) {
    assertRefused("keys[0].secret must be", OPTIONS, key("apiv3", secret), WECHAT.key());
    assertRefused(
        "keys[2].secret must be", OPTIONS, apiv3(), WECHAT.key(), key("apiv3-old", secret));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "APIV3",
        "apiv2",
        "5G",
        "0x5F",
        "5F 00",
        "PUB_KEY_ID_",
        "PUB_KEY_ID_a-b",
        "PUB_KEY_ID_01\n"
      })
  void a_key_id_is_apiv3_a_serial_or_a_public_key_id(String id) {
    assertRefused("keys[1].id must be", OPTIONS, apiv3(), key(id, WECHAT.publicKey()));
  }

  @Test
  void one_serial_is_not_given_twice_in_any_spelling() {
    assertRefused(
        "keys[2].id is the same",
        OPTIONS,
        apiv3(),
        WECHAT.key(),
        key("005f00ab", WECHAT.publicKey()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense-key",
        "-----BEGIN CERTIFICATE-----\nnonsense-key",
        "bm9uc2Vuc2Uta2V5"
      })
  void what_is_no_public_key_or_certificate_is_refused_and_never_repeated(String secret) {
    assertRefused("keys[1].secret must be", OPTIONS, apiv3(), key("5F", secret));
  }

  @Test
  void a_key_of_another_kind_or_of_too_few_bits_is_refused() throws Exception {
    assertRefused("keys[1].secret must be", OPTIONS, apiv3(), key("5F", pem(pair("EC", 256))));
    assertRefused(
        "keys[1].secret must be an RSA key of at least 2048 bits",
        OPTIONS,
        apiv3(),
        key("5F", pem(pair("RSA", 1024))));
  }

  @Test
  void a_certificate_with_another_serial_than_its_id_is_refused() {
    var certificate = TestCertificates.pem(WECHAT.pair(), "5F00AC", NOW, NOW.plusSeconds(60));
    for (var id : new String[] {"5F00AB", "PUB_KEY_ID_5F00AC", "5F00AC00"}) {
      assertRefused(
          "keys[1].secret is a certificate with another serial than its id",
          OPTIONS,
          apiv3(),
          key(id, certificate));
    }
    assertThat(Verdicts.open(OPTIONS, apiv3(), key("5f00ac", certificate))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "mchid,''",
    "mchid,19000x0001",
    "mchid,１９",
    "mchid,111111111111111111111111111111111",
    "appid,''",
    "appid,wx-1",
    "appid,wx1111111111111111111111111111111",
    "unknown-order,drop",
    "app-id,wx1"
  })
  void an_option_that_cannot_be_right_is_refused_by_name(String name, String value) {
    var options = new HashMap<>(OPTIONS);
    options.put(name, value);
    assertRefused("options." + name + " ", options, apiv3(), WECHAT.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mchid", "appid"})
  void both_identity_fields_are_needed(String name) {
    var options = new HashMap<>(OPTIONS);
    options.remove(name);
    assertRefused("options." + name + " must be", options, apiv3(), WECHAT.key());
  }

  private static void assertRefused(
      String start, Map<String, String> options, KeySettings... keys) {
    assertThatThrownBy(() -> Verdicts.open(options, keys))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(start)
        .hasMessageNotContaining(APIV3.substring(0, 30))
        .hasMessageNotContaining("nonsense");
  }

  private static KeySettings key(String id, String secret) {
    return new KeySettings(id, secret, null, null);
  }

  private static KeyPair pair(String algorithm, int bits) throws Exception {
    var generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(bits);
    return generator.generateKeyPair();
  }

  private static String pem(KeyPair pair) {
    return "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n"
        .formatted(Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded()));
  }
}

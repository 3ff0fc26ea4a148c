package io.payrelay.sandbox.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.sandbox.stack.UsageException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WechatV3SimulatorTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_772_352_000);
  private static final String APIV3 = "0123456789abcdef0123456789abcdef";
  private static final Money AMOUNT = Money.parse("599.00", "CNY");

  private static KeyPair pair;
  private static Account account;

  private final WechatV3Simulator channel = new WechatV3Simulator();

  @BeforeAll
  static void open() throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    pair = generator.generateKeyPair();
    var key = Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded());
    account =
        new Account(
            "wechat-v3",
            "acc",
            List.of(new Merchant.Key("apiv3", APIV3), new Merchant.Key("PUB_KEY_ID_01", key)),
            Map.of("mchid", "1900000001", "appid", "wx1"));
  }

  @Test
  void signs_what_the_public_key_verifies() throws Exception {
    var callback = channel.sign(Notice.paid("O1", "T1", AMOUNT, NOW), account, NOW);

    assertThat(callback.headers())
        .containsEntry("Wechatpay-Serial", "PUB_KEY_ID_01")
        .containsEntry("Wechatpay-Timestamp", "1772352000");
    var verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(pair.getPublic());
    verifier.update(
        "1772352000\n%s\n%s\n"
            .formatted(
                callback.headers().get("Wechatpay-Nonce"), new String(callback.body(), UTF_8))
            .getBytes(UTF_8));
    var signature = callback.headers().getOrDefault("Wechatpay-Signature", "");
    assertThat(verifier.verify(Base64.getDecoder().decode(signature))).isTrue();
  }

  @Test
  void encrypts_what_the_apiv3_key_decrypts() throws Exception {
    var callback = channel.sign(Notice.paid("O1", "T1", AMOUNT, NOW), account, NOW);

    var event = JsonMapper.shared().readTree(callback.body());
    assertThat(event.path("id").stringValue()).isEqualTo("evt-T1");
    assertThat(event.path("event_type").stringValue()).isEqualTo("TRANSACTION.SUCCESS");
    assertThat(decrypted(event.path("resource")))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"mchid":"1900000001","appid":"wx1","out_trade_no":"O1","transaction_id":"T1",\
                    "trade_type":"JSAPI","trade_state":"SUCCESS",\
                    "success_time":"2026-03-01T16:00:00+08:00",\
                    "payer":{"openid":"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"},\
                    "amount":{"total":59900,"payer_total":59900,"currency":"CNY"}}"""));
  }

  @ParameterizedTest
  @CsvSource({"SUCCESS,SUCCESS", "FAIL,PAYERROR", "CLOSED,CLOSED"})
  void each_end_of_a_payment_is_a_state_of_its_own(Notice.Status status, String state)
      throws Exception {
    var notice = new Notice("evt-T1", "O1", "T1", AMOUNT, status, NOW);

    var event = JsonMapper.shared().readTree(channel.sign(notice, account, NOW).body());

    assertThat(event.path("event_type").stringValue()).isEqualTo("TRANSACTION." + state);
    assertThat(decrypted(event.path("resource")).path("trade_state").stringValue())
        .isEqualTo(state);
  }

  @Test
  void no_two_callbacks_share_a_nonce() {
    var notice = Notice.paid("O1", "T1", AMOUNT, NOW);
    var first = channel.sign(notice, account, NOW);
    var second = channel.sign(notice, account, NOW);

    assertThat(first.headers().get("Wechatpay-Nonce"))
        .isNotEqualTo(second.headers().get("Wechatpay-Nonce"));
    assertThat(first.body()).isNotEqualTo(second.body());
  }

  @Test
  void an_account_without_a_key_to_sign_with_is_a_mistake() {
    var mute =
        new Account(
            "wechat-v3",
            "acc",
            List.of(new Merchant.Key("apiv3", APIV3)),
            Map.of("mchid", "1900000001", "appid", "wx1"));
    assertThatThrownBy(() -> channel.sign(Notice.paid("O1", "T1", AMOUNT, NOW), mute, NOW))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("PUB_KEY_ID_");
  }

  @ParameterizedTest
  @CsvSource({"200,true", "204,true", "201,false", "401,false", "503,false"})
  void a_200_or_204_is_an_acknowledgement_whatever_its_body(int status, boolean acknowledged) {
    var answer = new Answer(status, "{\"code\":\"FAIL\"}".getBytes(UTF_8));
    assertThat(channel.isAcknowledged(answer)).isEqualTo(acknowledged);
  }

  private static JsonNode decrypted(JsonNode resource) throws Exception {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(APIV3.getBytes(UTF_8), "AES"),
        new GCMParameterSpec(128, resource.path("nonce").stringValue().getBytes(UTF_8)));
    cipher.updateAAD(resource.path("associated_data").stringValue().getBytes(UTF_8));
    var content = Base64.getDecoder().decode(resource.path("ciphertext").stringValue());
    return JsonMapper.shared().readTree(cipher.doFinal(content));
  }
}

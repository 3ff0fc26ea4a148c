package io.payrelay.sandbox.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.sandbox.stack.UsageException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatV2SimulatorTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");
  private static final Money AMOUNT = Money.parse("599.00", "CNY");

  private final WechatV2Simulator channel = new WechatV2Simulator();

  // Python: hashlib.md5(text).hexdigest(), hmac.new(key, text, hashlib.sha256).hexdigest()
  @ParameterizedTest
  @CsvSource({
    "MD5,D0E5101248E41B853A848A0E965ACE01",
    "HMAC-SHA256,DF165C6DF43775F851617BC4A60A5B2A0C2D6033307B523BEC4756CE740E69A8"
  })
  void signs_as_an_independent_implementation_does(String signType, String sign) {
    var callback = channel.sign(Notice.paid("O1", "T1", AMOUNT, NOW), account(signType), NOW);

    assertThat(callback.headers()).isEqualTo(Map.of("Content-Type", "text/xml"));
    assertThat(text(callback))
        .isEqualTo(
            """
            <xml><appid><![CDATA[wx2421b1c4370ec43b]]></appid>
            <bank_type><![CDATA[OTHERS]]></bank_type>
            <cash_fee><![CDATA[59900]]></cash_fee>
            <fee_type><![CDATA[CNY]]></fee_type>
            <is_subscribe><![CDATA[N]]></is_subscribe>
            <mch_id><![CDATA[10000100]]></mch_id>
            <nonce_str><![CDATA[557beb0269832e5188f4fb86373e9993]]></nonce_str>
            <openid><![CDATA[oUpF8uMuAJO_M2pxb1Q9zNjWeS6o]]></openid>
            <out_trade_no><![CDATA[O1]]></out_trade_no>
            <result_code><![CDATA[SUCCESS]]></result_code>
            <return_code><![CDATA[SUCCESS]]></return_code>
            <sign><![CDATA[%s]]></sign>
            <time_end><![CDATA[20260301160000]]></time_end>
            <total_fee><![CDATA[59900]]></total_fee>
            <trade_type><![CDATA[JSAPI]]></trade_type>
            <transaction_id><![CDATA[T1]]></transaction_id>
            </xml>"""
                .formatted(sign));
  }

  @ParameterizedTest
  @CsvSource({"SUCCESS,SUCCESS", "FAIL,FAIL", "CLOSED,FAIL"})
  void what_failed_or_was_closed_comes_as_a_failed_attempt(Notice.Status status, String code) {
    var notice = new Notice("evt-T1", "O1", "T1", AMOUNT, status, NOW);

    assertThat(text(channel.sign(notice, account("MD5"), NOW)))
        .contains("<result_code><![CDATA[" + code + "]]></result_code>")
        .contains("<return_code><![CDATA[SUCCESS]]></return_code>");
  }

  @Test
  void each_attempt_has_a_nonce_of_its_own() {
    var notice = Notice.paid("O1", "T1", AMOUNT, NOW);

    assertThat(text(channel.sign(notice, account("MD5"), NOW)))
        .isNotEqualTo(text(channel.sign(notice, account("MD5"), NOW.plusMillis(1))));
  }

  @Test
  void another_sign_type_is_a_mistake_in_the_sandboxs_file() {
    var notice = Notice.paid("O1", "T1", AMOUNT, NOW);

    assertThatThrownBy(() -> channel.sign(notice, account("RSA"), NOW))
        .isInstanceOf(UsageException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202, 401, 503})
  void only_200_with_its_own_words_is_an_acknowledgement(int status) {
    var words =
        "<xml><return_code><![CDATA[SUCCESS]]></return_code>"
            + "<return_msg><![CDATA[OK]]></return_msg></xml>";

    assertThat(channel.isAcknowledged(answer(status, words))).isEqualTo(status == 200);
    assertThat(channel.isAcknowledged(answer(status, words.replace("SUCCESS", "FAIL")))).isFalse();
    assertThat(channel.isAcknowledged(answer(status, "SUCCESS"))).isFalse();
    assertThat(channel.isAcknowledged(answer(status, ""))).isFalse();
  }

  private static Account account(String signType) {
    return new Account(
        "wechat-v2",
        "acc",
        List.of(new Merchant.Key("k1", "192006250b4c09247ec02edce69f6a2d")),
        Map.of("mchid", "10000100", "appid", "wx2421b1c4370ec43b", "sign-type", signType));
  }

  private static Answer answer(int status, String body) {
    return new Answer(status, body.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(SignedCallback callback) {
    return new String(callback.body(), StandardCharsets.UTF_8);
  }
}

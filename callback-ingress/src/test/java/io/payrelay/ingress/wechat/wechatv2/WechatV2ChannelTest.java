package io.payrelay.ingress.wechat.wechatv2;

import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.HMAC;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.KEY;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.key;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.options;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.reader;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.field.UnknownOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatV2ChannelTest {

  private final WechatV2Channel channel = new WechatV2Channel();

  @Test
  void is_a_sibling_of_wechat_v3() {
    assertThat(channel.name()).isEqualTo("wechat-v2");
    assertThat(channel.family()).isEqualTo("wechat");
  }

  @Test
  void success_is_a_200_in_its_own_words() {
    assertThat(channel.accepted().status()).isEqualTo(200);
    assertThat(channel.accepted().contentType()).isEqualTo("text/xml");
    assertThat(text(channel.accepted().body()))
        .isEqualTo(
            "<xml><return_code><![CDATA[SUCCESS]]></return_code>"
                + "<return_msg><![CDATA[OK]]></return_msg></xml>");
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_is_never_a_200(Refusal why) {
    var answer = channel.refused(why, "for a reason");
    assertThat(answer.status()).isEqualTo(why.status()).isGreaterThanOrEqualTo(400);
    assertThat(answer.contentType()).isEqualTo("text/xml");
    assertThat(text(answer.body()))
        .isEqualTo(
            "<xml><return_code><![CDATA[FAIL]]></return_code>"
                + "<return_msg><![CDATA[for a reason]]></return_msg></xml>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "]]>",
        "]]]]>>",
        "]]></return_msg><return_code>SUCCESS</return_code>",
        "<b>&amp;</b>",
        "订单",
        "",
        "]"
      })
  void no_reason_can_break_out_of_the_answer(String reason) {
    var body = channel.refused(Refusal.BODY_MALFORMED, reason).body();
    var fields = new HashMap<>(FlatXml.read(body, "xml").fields());
    assertThat(fields.remove("return_code")).isEqualTo("FAIL");
    assertThat(fields.getOrDefault("return_msg", "")).isEqualTo(reason);
  }

  @Test
  void what_xml_cannot_write_is_replaced_in_the_answer() {
    var body = channel.refused(Refusal.INTERNAL, "a\u0000b\u001fc\ud800d\uffffe😀").body();
    assertThat(FlatXml.read(body, "xml").text("return_msg")).isEqualTo("a?b?c?d?e😀");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "192006250b4c09247ec02edce69f6a2",
        "192006250b4c09247ec02edce69f6a2d0",
        "192006250b4c09247ec02edce69f6a2d\n",
        " 92006250b4c09247ec02edce69f6a2d",
        "192006250b4c09247ec02edce69f6a2é",
        "１92006250b4c09247ec02edce69f6a2d"
      })
  void what_is_no_api_key_is_refused_by_name_and_never_repeated(String secret) {
    assertThatThrownBy(() -> reader(options(HMAC), key("k1", KEY), key("k2", secret)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("keys[1].secret must be")
        .hasMessageNotContaining("2006250");
  }

  @Test
  void an_account_without_a_key_is_refused() {
    assertThatThrownBy(() -> reader(options(HMAC)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("keys ");
  }

  @ParameterizedTest
  @CsvSource({
    "mchid,''",
    "mchid,abc",
    "mchid,' 10000100'",
    "mchid,１０",
    "mchid,123456789012345678901234567890123",
    "appid,''",
    "appid,wx 1",
    "appid,微信",
    "appid,wx2421b1c4370ec43bwx2421b1c4370ec43b",
    "sign-type,''",
    "sign-type,md5",
    "sign-type,HMAC",
    "sign-type,RSA",
    "sign-type,HMAC_SHA256",
    "unknown-order,drop",
    "unknown-order,CASE",
    "mch_id,10000100",
    "apiv3,1"
  })
  void an_option_that_cannot_be_right_is_refused_by_name(String name, String value) {
    assertThatThrownBy(() -> reader(with(options(HMAC), name, value), key("k1", KEY)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("options." + name + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mchid", "appid", "sign-type"})
  void an_option_that_is_needed_is_asked_for_by_name(String name) {
    var fewer = new HashMap<>(options(HMAC));
    fewer.remove(name);
    assertThatThrownBy(() -> reader(fewer, key("k1", KEY)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("options." + name + " ");
  }

  @Test
  void money_without_an_order_of_ours_is_a_case_unless_the_account_says_otherwise() {
    assertThat(account(options(HMAC)).unknownOrder()).isEqualTo(UnknownOrder.CASE);
    assertThat(account(with(options(HMAC), "unknown-order", "ignore")).unknownOrder())
        .isEqualTo(UnknownOrder.IGNORE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "HMAC-SHA256"})
  void both_sign_types_are_known(String signType) {
    assertThatCode(() -> reader(signType)).doesNotThrowAnyException();
    assertThat(account(options(signType)).signType().label()).isEqualTo(signType);
  }

  private static WechatV2Account account(Map<String, String> options) {
    return WechatV2Account.of(
        new AccountSettings("wechat-v2", "shop", List.of(key("k1", KEY)), options));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

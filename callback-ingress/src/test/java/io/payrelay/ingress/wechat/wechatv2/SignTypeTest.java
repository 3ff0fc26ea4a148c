package io.payrelay.ingress.wechat.wechatv2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The signature against WeChat's own published example, and against a second implementation. */
class SignTypeTest {

  // https://pay.weixin.qq.com/wiki/doc/api/jsapi.php?chapter=4_3
  private static final Map<String, String> EXAMPLE =
      Map.of(
          "appid",
          "wxd930ea5d5a258f4f",
          "mch_id",
          "10000100",
          "device_info",
          "1000",
          "body",
          "test",
          "nonce_str",
          "ibuaiVcKdpRxkhJA");

  @ParameterizedTest
  @CsvSource({
    "MD5,9A0A8659F005D6984697E2CA0A9CF3B7",
    "HMAC-SHA256,6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6"
  })
  void the_published_example_is_signed_alike(String type, String sign) {
    assertThat(SignType.of(type).sign(message(EXAMPLE), WechatV2Sender.KEY)).isEqualTo(sign);
    assertThat(WechatV2Sender.sign(EXAMPLE, WechatV2Sender.KEY, type)).isEqualTo(sign);
    assertThat(SignType.of(type).isWellformed(sign)).isTrue();
  }

  @Test
  void names_are_sorted_as_ascii_and_not_as_a_dictionary_would() {
    var fields = Map.of("b", "1", "B", "2", "_", "3", "a0", "4", "a_", "5", "a", "6", "aB", "7");
    for (var type : SignType.values()) {
      assertThat(type.sign(message(fields), WechatV2Sender.KEY))
          .isEqualTo(WechatV2Sender.sign(fields, WechatV2Sender.KEY, type.label()));
    }
  }

  @Test
  void neither_sign_nor_an_empty_field_is_signed_but_a_blank_one_is() {
    var plain = SignType.MD5.sign(message(Map.of("a", "1")), WechatV2Sender.KEY);
    assertThat(
            SignType.MD5.sign(message(Map.of("a", "1", "sign", "X", "b", "")), WechatV2Sender.KEY))
        .isEqualTo(plain);
    assertThat(SignType.MD5.sign(message(Map.of("a", "1", "b", " ")), WechatV2Sender.KEY))
        .isNotEqualTo(plain);
  }

  private static Message message(Map<String, String> fields) {
    return new Message(new TreeMap<>(fields));
  }
}

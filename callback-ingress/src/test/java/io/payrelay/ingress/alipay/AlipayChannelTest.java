package io.payrelay.ingress.alipay;

import static io.payrelay.ingress.alipay.AlipaySender.APP_ID;
import static io.payrelay.ingress.alipay.AlipaySender.NOW;
import static io.payrelay.ingress.alipay.AlipaySender.OPTIONS;
import static io.payrelay.ingress.alipay.AlipaySender.PLATFORM;
import static io.payrelay.ingress.alipay.AlipaySender.SELLER_ID;
import static io.payrelay.ingress.alipay.AlipaySender.base64;
import static io.payrelay.ingress.alipay.AlipaySender.body;
import static io.payrelay.ingress.alipay.AlipaySender.key;
import static io.payrelay.ingress.alipay.AlipaySender.paid;
import static io.payrelay.ingress.alipay.AlipaySender.pair;
import static io.payrelay.ingress.alipay.AlipaySender.reader;
import static io.payrelay.ingress.alipay.AlipaySender.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.UnknownOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Its words, and its settings. */
class AlipayChannelTest {

  private final AlipayChannel channel = new AlipayChannel();

  @Test
  void the_acknowledgement_is_seven_lower_case_letters() {
    var accepted = channel.accepted();
    assertThat(accepted.status()).isEqualTo(200);
    assertThat(accepted.contentType()).isEqualTo("text/plain");
    assertThat(accepted.body()).isEqualTo("success".getBytes(StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @EnumSource
  void a_refusal_says_failure_with_its_own_status_and_nothing_else(Refusal why) {
    var answer = channel.refused(why, "for a reason");
    assertThat(answer.status()).isEqualTo(why.status()).isGreaterThanOrEqualTo(400);
    assertThat(answer.contentType()).isEqualTo("text/plain");
    assertThat(answer.body()).isEqualTo("failure".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void its_name_is_its_family() {
    assertThat(channel.name()).isEqualTo("alipay");
    assertThat(channel.family()).isEqualTo("alipay");
  }

  @ParameterizedTest
  @CsvSource({
    "app-id,''",
    "app-id,wx1",
    "app-id,'2021001146601279 '",
    "app-id,２０２１",
    "app-id,123456789012345678901234567890123",
    "seller-id,''",
    "seller-id,a@b.com",
    "unknown-order,drop",
    "unknown-order,CASE",
    "appid,1",
    "root,x"
  })
  void an_option_that_cannot_be_right_is_refused_by_name(String name, String value) {
    var options = new HashMap<>(OPTIONS);
    options.put(name, value);
    assertThatThrownBy(() -> reader(options, key("platform", PLATFORM)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("options." + name + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"app-id", "seller-id"})
  void an_identity_that_is_missing_is_refused_by_name(String name) {
    var options = new HashMap<>(OPTIONS);
    options.remove(name);
    assertThatThrownBy(() -> reader(options, key("platform", PLATFORM)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("options." + name + " must be 1 to 32 digits");
  }

  @Test
  void every_option_is_taken() {
    assertThat(AlipayOptions.of(AlipaySender.account(OPTIONS)))
        .isEqualTo(new AlipayOptions(APP_ID, SELLER_ID, UnknownOrder.CASE));
    var options = new HashMap<>(OPTIONS);
    options.put("unknown-order", "ignore");
    assertThat(AlipayOptions.of(AlipaySender.account(options)).unknownOrder())
        .isEqualTo(UnknownOrder.IGNORE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense-secret",
        "bm9uc2Vuc2Utc2VjcmV0",
        "-----BEGIN PUBLIC KEY-----\nnonsense-secret\n-----END PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----\nnonsense-secret\n-----END CERTIFICATE-----"
      })
  void what_is_no_key_is_refused_by_name_and_never_repeated(String secret) {
    assertThatThrownBy(
            () ->
                reader(
                    OPTIONS, key("platform", PLATFORM), new KeySettings("old", secret, null, null)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("keys[1].secret must be ")
        .hasMessageNotContaining("secret-")
        .hasMessageNotContaining("nonsense");
  }

  @Test
  void a_short_key_is_refused() {
    assertThatThrownBy(() -> reader(OPTIONS, key("platform", pair(1024))))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("keys[0].secret must be an RSA key of at least 2048 bits");
  }

  @Test
  void an_account_without_a_key_is_refused() {
    assertThatThrownBy(() -> reader(OPTIONS))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("keys needs Alipay's public key, or its certificate");
  }

  @Test
  void a_public_key_may_come_bare_or_as_pem() {
    var pem =
        "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n".formatted(base64(PLATFORM));
    for (var secret : new String[] {base64(PLATFORM), pem}) {
      var verdict =
          reader(OPTIONS, new KeySettings("platform", secret, null, null))
              .read(request(body(paid())), NOW);
      assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
    }
  }

  @Test
  void nothing_shows_a_key_or_what_a_notice_says() {
    var reader = reader(OPTIONS, key("platform", PLATFORM));
    assertThat(reader.toString()).doesNotContain(base64(PLATFORM));

    var secret = "s3cr3t-buyer";
    for (var field : paid().keySet()) {
      var damaged = reader.read(request(body(paid(field, secret + "&" + secret))), NOW);
      assertThat(detail(damaged)).doesNotContain("s3cr3t");
      var unsigned = new String(body(paid()), StandardCharsets.US_ASCII) + "&" + secret + "=1";
      assertThat(detail(reader.read(request(unsigned), NOW))).doesNotContain("s3cr3t");
    }
    assertThat(AlipayMessage.of(body(paid("subject", secret))).toString()).doesNotContain("s3cr3t");
  }

  /** What a verdict would put into a log. */
  private static String detail(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, var detail) -> why + detail;
      case Verdict.Ignored(var why) -> why;
      case Verdict.Genuine _ -> "";
    };
  }

  @Test
  void an_account_needs_its_options() {
    assertThatThrownBy(() -> reader(Map.of(), key("platform", PLATFORM)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("options.app-id ");
  }
}

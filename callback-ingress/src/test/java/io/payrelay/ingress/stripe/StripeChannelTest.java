package io.payrelay.ingress.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.field.UnknownOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripeChannelTest {

  private final StripeChannel channel = new StripeChannel();

  @Test
  void success_is_a_200() {
    assertThat(channel.accepted().status()).isEqualTo(200);
    assertThat(text(channel.accepted().body())).isEqualTo("{\"received\":true}");
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_is_never_a_2xx(Refusal why) {
    var answer = channel.refused(why, "for a reason");
    assertThat(answer.status()).isEqualTo(why.status()).isGreaterThanOrEqualTo(400);
    assertThat(text(answer.body()))
        .isEqualTo(
            "{\"received\":false,\"reason\":\"%s\",\"message\":\"for a reason\"}"
                .formatted(why.label()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "whsec_",
        "whsec_short",
        "sk_live_0123456789abcdef0123456789abcdef",
        "0123456789abcdef0123456789abcdef",
        "whsec_0123456789abcdef0123456789abcdef\n",
        " whsec_0123456789abcdef0123456789abcdef"
      })
  void what_is_no_endpoint_secret_is_refused_by_name_and_never_repeated(String secret) {
    assertThatThrownBy(
            () ->
                StripeSender.reader(
                    Map.of(),
                    StripeSender.key("we_1", StripeSender.SECRET),
                    StripeSender.key("we_2", secret)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("keys[1].secret must be")
        .hasMessageNotContaining("0123456789");
  }

  @ParameterizedTest
  @CsvSource({
    "order-no-field,''",
    "order-no-field,order no",
    "unknown-order,drop",
    "unknown-order,CASE",
    "livemode,yes",
    "stripe-account,acct",
    "stripe-account,pi_1",
    "app-id,1"
  })
  void an_option_that_cannot_be_right_is_refused_by_name(String name, String value) {
    assertThatThrownBy(
            () ->
                StripeSender.reader(
                    Map.of(name, value), StripeSender.key("we_1", StripeSender.SECRET)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("options." + name + " ");
  }

  @Test
  void all_options_have_defaults() {
    assertThatCode(StripeSender::reader).doesNotThrowAnyException();
    assertThat(StripeOptions.of(new AccountSettings("stripe", "shop", List.of(), Map.of())))
        .isEqualTo(new StripeOptions("order_no", UnknownOrder.IGNORE, true, null));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

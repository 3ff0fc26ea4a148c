package io.payrelay.ingress.unionpay;

import static io.payrelay.ingress.unionpay.UnionPaySender.MER_ID;
import static io.payrelay.ingress.unionpay.UnionPaySender.NOW;
import static io.payrelay.ingress.unionpay.UnionPaySender.SECURE_KEY;
import static io.payrelay.ingress.unionpay.UnionPaySender.key;
import static io.payrelay.ingress.unionpay.UnionPaySender.purchase;
import static io.payrelay.ingress.unionpay.UnionPaySender.reader;
import static io.payrelay.ingress.unionpay.UnionPaySender.refusal;
import static io.payrelay.ingress.unionpay.UnionPaySender.request;
import static io.payrelay.ingress.unionpay.UnionPaySender.root;
import static io.payrelay.ingress.unionpay.UnionPaySender.secure;
import static io.payrelay.ingress.unionpay.UnionPaySender.secured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.UnknownOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnionPayChannelTest {

  private final UnionPayChannel channel = new UnionPayChannel();

  @Test
  void success_is_a_200_that_says_ok() {
    var accepted = channel.accepted();
    assertThat(accepted.status()).isEqualTo(200);
    assertThat(accepted.contentType()).isEqualTo("text/plain");
    assertThat(text(accepted.body())).isEqualTo("ok");
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_is_never_a_2xx_and_tells_no_more_than_its_reason(Refusal why) {
    var answer = channel.refused(why, "for a reason");
    assertThat(answer.status()).isEqualTo(why.status()).isGreaterThanOrEqualTo(400);
    assertThat(answer.contentType()).isEqualTo("text/plain");
    assertThat(text(answer.body())).isEqualTo(why.label());
  }

  @Test
  void its_payments_are_a_name_space_of_their_own() {
    assertThat(channel.name()).isEqualTo("unionpay");
    assertThat(channel.family()).isEqualTo("unionpay");
  }

  @Test
  void options_have_careful_defaults() {
    assertThat(options(Map.of("mer-id", MER_ID)))
        .isEqualTo(new UnionPayOptions(MER_ID, "中国银联股份有限公司", false, UnknownOrder.CASE));
    assertThat(
            options(
                Map.of(
                    "mer-id",
                    MER_ID,
                    "cn",
                    "x",
                    "trust-notice",
                    "true",
                    "unknown-order",
                    "ignore")))
        .isEqualTo(new UnionPayOptions(MER_ID, "x", true, UnknownOrder.IGNORE));
  }

  @ParameterizedTest
  @CsvSource({
    "mer-id,''",
    "mer-id,77729005811004",
    "mer-id,7772900581100480",
    "mer-id,77729005811004 ",
    "mer-id,77729005811004_",
    "cn,''",
    "cn,' '",
    "cn,041@x@y",
    "cn,a2345678901234567890123456789012345678901234567890123456789012345",
    "trust-notice,yes",
    "trust-notice,TRUE",
    "trust-notice,''",
    "unknown-order,drop",
    "merid,777290058110048"
  })
  void an_option_that_cannot_be_right_is_refused_by_name(String name, String value) {
    var options = new HashMap<>(Map.of("mer-id", MER_ID));
    options.put(name, value);
    assertThatThrownBy(() -> reader(options, root()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("options." + name + " ");
  }

  @Test
  void the_merchant_has_to_be_named() {
    assertThatThrownBy(() -> reader(Map.of(), root()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("options.mer-id must be 15 letters or digits");
  }

  static Stream<KeySettings> badKeys() {
    return Stream.of(
        key("root2", ""),
        key("root2", "c2VjcmV0"),
        key("root2", "-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----"),
        key("root2", Pki.UNIONPAY.pem()), // signs notices, and is no authority
        key("middle", Pki.UNIONPAY.pem()),
        key("middle", "c2VjcmV0"),
        key("root2", new Pki.Request("Old Root", Pki.newKey(1024)).authority().selfSigned().pem()),
        key("secure", ""),
        key("secure", "c2VjcmV0"),
        key("secure", "c2VjcmV0 c2VjcmV0 c2VjcmV0"),
        key("secure", "c2VjcmV0c2VjcmV0c2VjcmV0\n"),
        key("secure", "c2VjcmV0".repeat(33)));
  }

  @ParameterizedTest
  @MethodSource("badKeys")
  void a_key_that_cannot_be_right_is_refused_by_name_and_never_repeated(KeySettings bad) {
    assertThatThrownBy(() -> reader(root(), bad))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("keys[1].secret must be ")
        .hasMessageNotContaining("c2VjcmV0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "k1", "Root", "cert", "aroot"})
  void an_id_that_does_not_tell_the_kind_of_key_is_refused(String id) {
    assertThatThrownBy(() -> reader(root(), key(id, Pki.ROOT.pem())))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("keys[1].id must start with root, middle or secure");
  }

  @Test
  void an_account_that_could_verify_nothing_is_refused() {
    assertThatThrownBy(() -> reader())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("keys needs a root certificate");
    assertThatThrownBy(() -> reader(secure(), key("middle", Pki.MIDDLE.pem())))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("keys needs the root above its middle");
  }

  @Test
  void secure_keys_rotate_within_their_windows() {
    var changeover = NOW.plusSeconds(60);
    var next = SECURE_KEY.replace('9', '8');
    var both =
        reader(
            new KeySettings("secure1", SECURE_KEY, null, changeover),
            new KeySettings("secure2", next, NOW, null));
    var old = request(secured(purchase(), SECURE_KEY));
    var fresh = request(secured(purchase(), next));
    assertThat(both.read(old, NOW)).isInstanceOf(Verdict.Genuine.class);
    assertThat(both.read(fresh, NOW)).isInstanceOf(Verdict.Genuine.class);
    assertThat(refusal(both.read(fresh, NOW.minusNanos(1)))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(both.read(old, changeover))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(both.read(fresh, changeover)).isInstanceOf(Verdict.Genuine.class);

    var ended = reader(new KeySettings("secure", SECURE_KEY, null, NOW));
    assertThat(refusal(ended.read(old, NOW))).isEqualTo(Refusal.KEY_UNKNOWN);
  }

  private static UnionPayOptions options(Map<String, String> options) {
    return UnionPayOptions.of(new AccountSettings("unionpay", "shop", List.of(), options));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

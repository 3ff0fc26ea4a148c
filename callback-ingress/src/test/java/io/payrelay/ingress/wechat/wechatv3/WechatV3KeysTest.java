package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.wechat.wechatv3.Verdicts.refusal;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.APIV3;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.OPTIONS;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.PAID;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.apiv3;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which key verifies when. */
class WechatV3KeysTest {

  private static final WechatV3Sender CERTIFIED = WechatV3Sender.of("0A0b0C");
  private static final WechatV3Sender PUBLIC = WechatV3Sender.of("PUB_KEY_ID_01");
  private static final byte[] BODY = event(PAID);
  private static final Instant LATER = NOW.plusSeconds(3_600);

  @Test
  void a_certificate_and_a_public_key_verify_side_by_side_during_the_switch() {
    var both = open(apiv3(), key(certificate(NOW, LATER)), PUBLIC.key());
    for (var sender : List.of(CERTIFIED, PUBLIC)) {
      assertThat(both.read(sender.signed(BODY), NOW)).isInstanceOf(Verdict.Genuine.class);
    }
  }

  @Test
  void a_signature_counts_only_under_its_own_keys_id() {
    var both = open(apiv3(), key(certificate(NOW, LATER)), PUBLIC.key());
    var crossed = new WechatV3Sender(PUBLIC.id(), CERTIFIED.pair());
    assertThat(refusal(both.read(crossed.signed(BODY), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0A0B0C", "a0b0c", "000a0b0c"})
  void a_certificates_id_is_its_serial_in_hex_of_either_case_and_with_leading_zeros(String id) {
    var reader = open(apiv3(), new KeySettings(id, certificate(NOW, LATER), null, null));
    for (var sent : List.of("0A0B0C", "a0b0c", "000000A0B0C")) {
      var sender = new WechatV3Sender(sent, CERTIFIED.pair());
      assertThat(reader.read(sender.signed(BODY), NOW)).isInstanceOf(Verdict.Genuine.class);
    }
  }

  @Test
  void a_certificate_verifies_within_its_own_validity_only() {
    var reader = open(apiv3(), key(certificate(NOW, LATER)));
    assertValid(reader, NOW);
    assertValid(reader, LATER);
    assertInvalid(reader, NOW.minusSeconds(1));
    assertInvalid(reader, LATER.plusSeconds(1));
  }

  @Test
  void the_window_of_the_settings_narrows_a_certificates_validity_and_never_widens_it() {
    var pem = certificate(NOW, LATER);
    var narrow = open(apiv3(), window(pem, NOW.plusSeconds(10), LATER.minusSeconds(10)));
    assertInvalid(narrow, NOW);
    assertValid(narrow, NOW.plusSeconds(10));
    assertInvalid(narrow, LATER.minusSeconds(10));
    var wide = open(apiv3(), window(pem, NOW.minusSeconds(1_000), LATER.plusSeconds(1_000)));
    assertInvalid(wide, NOW.minusSeconds(1));
    assertInvalid(wide, LATER.plusSeconds(1));
  }

  @Test
  void a_public_key_outside_its_window_verifies_nothing() {
    var until = new KeySettings(PUBLIC.id(), PUBLIC.publicKey(), null, LATER);
    var verdict = open(apiv3(), until).read(PUBLIC.signed(BODY), NOW);
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
    for (var window :
        List.of(
            new KeySettings(PUBLIC.id(), PUBLIC.publicKey(), null, NOW),
            new KeySettings(PUBLIC.id(), PUBLIC.publicKey(), LATER, null))) {
      assertThat(refusal(open(apiv3(), window).read(PUBLIC.signed(BODY), NOW)))
          .isEqualTo(Refusal.KEY_UNKNOWN);
    }
  }

  @Test
  void old_and_new_apiv3_key_decrypt_side_by_side_while_each_is_valid() {
    var next = APIV3.replace('a', 'b');
    var with = event("TRANSACTION.SUCCESS", PAID.getBytes(UTF_8), null, next);
    var both = open(apiv3(), new KeySettings("apiv3-new", next, null, null), PUBLIC.key());
    for (var body : List.of(BODY, with)) {
      assertThat(both.read(PUBLIC.signed(body), NOW)).isInstanceOf(Verdict.Genuine.class);
    }
    var ended = open(apiv3(), new KeySettings("apiv3-new", next, null, NOW), PUBLIC.key());
    assertThat(refusal(ended.read(PUBLIC.signed(with), NOW))).isEqualTo(Refusal.KEY_UNKNOWN);
    assertThat(ended.read(PUBLIC.signed(BODY), NOW)).isInstanceOf(Verdict.Genuine.class);
  }

  private static void assertValid(CallbackReader reader, Instant now) {
    assertThat(read(reader, now)).isInstanceOf(Verdict.Genuine.class);
  }

  private static void assertInvalid(CallbackReader reader, Instant now) {
    assertThat(read(reader, now))
        .isEqualTo(
            new Verdict.Refused(
                Refusal.KEY_UNKNOWN, "the key in Wechatpay-Serial is not valid now"));
  }

  private static Verdict read(CallbackReader reader, Instant now) {
    return reader.read(WechatV3Sender.request(CERTIFIED.headers(now, BODY), BODY), now);
  }

  private static String certificate(Instant from, Instant until) {
    return TestCertificates.pem(CERTIFIED.pair(), CERTIFIED.id(), from, until);
  }

  private static KeySettings key(String pem) {
    return window(pem, null, null);
  }

  private static KeySettings window(String pem, @Nullable Instant from, @Nullable Instant until) {
    return new KeySettings(CERTIFIED.id(), pem, from, until);
  }

  private static CallbackReader open(KeySettings... keys) {
    return Verdicts.open(OPTIONS, keys);
  }
}

package io.payrelay.ingress.hmac;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.HmacSender;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HmacReaderTest {

  private static final Instant NOW = Instant.parse("2026-03-01T02:00:00Z");
  private static final HmacSender SENDER = new HmacSender("0123456789abcdef0123456789abcdef");
  private static final HmacSender ROTATED = new HmacSender("a-second-secret-of-enough-characters");
  private static final byte[] BODY = HmacSender.body("ORDER1", "tx-1", "599.00", "SUCCESS");

  private final CallbackReader reader = reader(key("k1", SENDER.secret(), null, null));

  @Test
  void a_validly_signed_callback_is_genuine() {
    assertThat(read(SENDER.header(NOW, BODY), BODY))
        .isEqualTo(
            new Verdict.Genuine(
                new Notice(
                    "e-1",
                    NoticeKind.PAID,
                    true,
                    "ORDER1",
                    "tx-1",
                    Money.ofMinor(59_900, "CNY"),
                    NOW,
                    null)));
  }

  @Test
  void every_changed_byte_of_the_body_is_refused() {
    var header = SENDER.header(NOW, BODY);
    for (int i = 0; i < BODY.length; i++) {
      var changed = BODY.clone();
      changed[i] ^= 1;
      assertThat(refusal(read(header, changed))).isEqualTo(Refusal.SIGNATURE_WRONG);
    }
    assertThat(refusal(read(header, Arrays.copyOf(BODY, BODY.length + 1))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(read(header, new byte[0]))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void a_moved_timestamp_is_refused_although_it_is_within_tolerance() {
    var header = "t=" + NOW.plusSeconds(1).getEpochSecond() + ",v1=" + SENDER.signature(NOW, BODY);
    assertThat(refusal(read(header, BODY))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void the_timestamp_is_signed_as_it_was_written() {
    var written = "00" + NOW.getEpochSecond();
    assertThat(read("t=" + written + ",v1=" + SENDER.signature(written, BODY), BODY))
        .isInstanceOf(Verdict.Genuine.class);
  }

  @Test
  void a_callback_without_a_signature_is_refused() {
    assertThat(refusal(reader.read(new CallbackRequest(Map.of(), BODY), NOW)))
        .isEqualTo(Refusal.SIGNATURE_MISSING);
  }

  @Test
  void an_empty_signature_is_refused() {
    assertThat(refusal(read("", BODY))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void two_signature_headers_are_refused_even_if_both_are_right() {
    var header = SENDER.header(NOW, BODY);
    var request = new CallbackRequest(Map.of("x-signature", List.of(header, header)), BODY);
    assertThat(refusal(reader.read(request, NOW))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, 300})
  void a_clock_that_is_off_by_five_minutes_is_tolerated_both_ways(long seconds) {
    assertThat(read(SENDER.header(NOW.plusSeconds(seconds), BODY), BODY))
        .isInstanceOf(Verdict.Genuine.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {-301, 301, 315_360_000})
  void a_validly_signed_old_or_future_timestamp_is_refused(long seconds) {
    assertThat(refusal(read(SENDER.header(NOW.plusSeconds(seconds), BODY), BODY)))
        .isEqualTo(Refusal.TIMESTAMP_OUTSIDE_TOLERANCE);
  }

  @Test
  void a_validly_signed_callback_of_2021_is_refused() {
    var then = Instant.parse("2021-01-01T00:00:00Z");
    assertThat(refusal(read(SENDER.header(then, BODY), BODY)))
        .isEqualTo(Refusal.TIMESTAMP_OUTSIDE_TOLERANCE);
  }

  @Test
  void another_accounts_key_is_refused() {
    assertThat(refusal(read(ROTATED.header(NOW, BODY), BODY))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void during_a_rotation_either_key_may_have_signed() {
    var both =
        reader(key("k1", SENDER.secret(), null, null), key("k2", ROTATED.secret(), null, null));
    for (var sender : List.of(SENDER, ROTATED)) {
      assertThat(both.read(request(sender.header(NOW, BODY), BODY), NOW))
          .isInstanceOf(Verdict.Genuine.class);
    }
  }

  @Test
  void one_right_signature_among_several_is_enough() {
    var header =
        "t=%d,v1=%s,v1=%s"
            .formatted(
                NOW.getEpochSecond(), ROTATED.signature(NOW, BODY), SENDER.signature(NOW, BODY));
    assertThat(read(header, BODY)).isInstanceOf(Verdict.Genuine.class);
  }

  @Test
  void a_key_outside_its_validity_verifies_nothing() {
    var header = SENDER.header(NOW, BODY);
    var expired = reader(key("k1", SENDER.secret(), null, NOW));
    var early = reader(key("k1", SENDER.secret(), NOW.plusSeconds(1), null));
    var current = reader(key("k1", SENDER.secret(), NOW, NOW.plusSeconds(1)));
    assertThat(refusal(expired.read(request(header, BODY), NOW)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(early.read(request(header, BODY), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(current.read(request(header, BODY), NOW)).isInstanceOf(Verdict.Genuine.class);
  }

  @Test
  void nothing_of_an_unverified_body_is_judged() {
    var nonsense = "not json".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThat(refusal(read(ROTATED.header(NOW, nonsense), nonsense)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(read(SENDER.header(NOW, nonsense), nonsense)))
        .isEqualTo(Refusal.BODY_MALFORMED);
  }

  private Verdict read(String header, byte[] body) {
    return reader.read(request(header, body), NOW);
  }

  private static CallbackRequest request(String header, byte[] body) {
    return new CallbackRequest(Map.of("x-signature", List.of(header)), body);
  }

  private static Refusal refusal(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, _) -> why;
      case Verdict.Genuine _, Verdict.Ignored _ -> throw new AssertionError(verdict);
    };
  }

  private static CallbackReader reader(KeySettings... keys) {
    return new HmacChannel().open(new AccountSettings("hmac", "shop", List.of(keys), Map.of()));
  }

  private static KeySettings key(
      String id, String secret, @Nullable Instant from, @Nullable Instant until) {
    return new KeySettings(id, secret, from, until);
  }
}

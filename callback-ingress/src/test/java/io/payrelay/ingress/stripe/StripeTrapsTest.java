package io.payrelay.ingress.stripe;

import static io.payrelay.ingress.stripe.StripeSender.NOW;
import static io.payrelay.ingress.stripe.StripeSender.PAID;
import static io.payrelay.ingress.stripe.StripeSender.SECRET;
import static io.payrelay.ingress.stripe.StripeSender.key;
import static io.payrelay.ingress.stripe.StripeSender.reader;
import static io.payrelay.ingress.stripe.StripeSender.refusal;
import static io.payrelay.ingress.stripe.StripeSender.request;
import static io.payrelay.ingress.stripe.StripeSender.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.HmacSender;
import io.payrelay.ingress.Mutations;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The traps of Stripe's signature, each by its name. */
class StripeTrapsTest {

  private static final HmacSender SENDER = new HmacSender(SECRET);
  private static final HmacSender ROTATED =
      new HmacSender("whsec_fedcba9876543210fedcba9876543210");
  private static final byte[] BODY = PAID.getBytes(StandardCharsets.UTF_8);

  private final CallbackReader reader = reader();

  @ParameterizedTest
  @ValueSource(longs = {301, 3_600, 315_360_000})
  void a_future_timestamp_is_refused_like_an_old_one(long seconds) {
    for (var at : List.of(NOW.plusSeconds(seconds), NOW.minusSeconds(seconds))) {
      assertThat(refusal(read(SENDER.header(at, BODY), BODY)))
          .isEqualTo(Refusal.TIMESTAMP_OUTSIDE_TOLERANCE);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, 0, 300})
  void a_clock_that_is_off_by_five_minutes_is_tolerated_both_ways(long seconds) {
    assertGenuine(read(SENDER.header(NOW.plusSeconds(seconds), BODY), BODY));
  }

  @Test
  void a_moved_timestamp_is_refused_although_it_is_within_tolerance() {
    var header = "t=%d,v1=%s".formatted(NOW.getEpochSecond() + 1, SENDER.signature(NOW, BODY));
    assertThat(refusal(read(header, BODY))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "=",
        "t",
        "v1",
        "t=NOW",
        "v1=SIG",
        "t=NOW,v1",
        "t=NOW,v1=",
        "t=,v1=SIG",
        "t=now,v1=SIG",
        "t=-NOW,v1=SIG",
        "t=+NOW,v1=SIG",
        "t=NOW.0,v1=SIG",
        "t=99999999999999999999,v1=SIG",
        "t=NOW,t=NOW,v1=SIG",
        "t=NOW,v1=SIGSIG",
        "t=NOW, v1=SIG",
        "t=NOW;v1=SIG",
        "T=NOW,V1=SIG",
        "t=NOW,v1=SIG,",
        "t=NOW,v1=\"SIG\""
      })
  void every_malformed_header_is_one_typed_rejection(String header) {
    var text =
        header
            .replace("NOW", Long.toString(NOW.getEpochSecond()))
            .replace("SIG", SENDER.signature(NOW, BODY));
    assertThat(refusal(read(text, BODY))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void a_missing_header_is_refused() {
    assertThat(refusal(reader.read(new CallbackRequest(Map.of(), BODY), NOW)))
        .isEqualTo(Refusal.SIGNATURE_MISSING);
  }

  @Test
  void the_generic_channels_header_is_no_signature_here() {
    var headers = Map.of("x-signature", List.of(SENDER.header(NOW, BODY)));
    assertThat(refusal(reader.read(new CallbackRequest(headers, BODY), NOW)))
        .isEqualTo(Refusal.SIGNATURE_MISSING);
  }

  @Test
  void two_headers_are_refused_even_if_both_are_right() {
    var header = SENDER.header(NOW, BODY);
    var headers = Map.of("stripe-signature", List.of(header, header));
    assertThat(refusal(reader.read(new CallbackRequest(headers, BODY), NOW)))
        .isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void an_oversized_header_is_refused() {
    var header = SENDER.header(NOW, BODY) + (",v1=" + "0".repeat(64)).repeat(40);
    assertThat(refusal(read(header, BODY))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void a_test_mode_v0_signature_alone_is_none() {
    var header = SENDER.header(NOW, BODY).replace("v1=", "v0=");
    assertThat(refusal(read(header, BODY))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
    assertGenuine(read(SENDER.header(NOW, BODY) + ",v0=whatever", BODY));
  }

  @Test
  void during_a_rotation_stripe_signs_with_both_secrets_and_either_is_enough() {
    var header = SENDER.header(NOW, BODY) + ",v1=" + ROTATED.signature(NOW, BODY);
    var before = reader(Map.of(), key("old", SECRET));
    var after = reader(Map.of(), key("new", ROTATED.secret()));
    assertGenuine(before.read(request(header, BODY), NOW));
    assertGenuine(after.read(request(header, BODY), NOW));
    assertThat(refusal(after.read(request(SENDER.header(NOW, BODY), BODY), NOW)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void several_endpoint_secrets_verify_side_by_side() {
    var both = reader(Map.of(), key("old", SECRET), key("new", ROTATED.secret()));
    for (var sender : List.of(SENDER, ROTATED)) {
      assertGenuine(both.read(request(sender.header(NOW, BODY), BODY), NOW));
    }
  }

  @Test
  void a_secret_outside_its_validity_verifies_nothing() {
    var expired = reader(Map.of(), new KeySettings("we_1", SECRET, null, NOW));
    var early = reader(Map.of(), new KeySettings("we_1", SECRET, NOW.plusSeconds(1), null));
    for (var closed : List.of(expired, early)) {
      assertThat(refusal(closed.read(signed(BODY), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
    }
  }

  @Test
  void the_secret_is_the_whole_text_with_its_prefix() {
    var bare = new HmacSender(SECRET.substring("whsec_".length()));
    assertThat(refusal(read(bare.header(NOW, BODY), BODY))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void each_byte_of_the_body_is_signed() {
    var header = SENDER.header(NOW, BODY);
    for (int i = 0; i < BODY.length; i++) {
      for (int mask : new int[] {1, 0x20, 0x80}) {
        var changed = BODY.clone();
        changed[i] ^= (byte) mask;
        assertThat(refusal(read(header, changed))).isEqualTo(Refusal.SIGNATURE_WRONG);
      }
    }
    assertThat(refusal(read(header, Arrays.copyOf(BODY, BODY.length - 1))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(read(header, new byte[0]))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void the_raw_bytes_are_verified_and_not_lines_or_reformatted_json() {
    for (var body : List.of(PAID + "\n", PAID.replace("\n", "\r\n"), "  " + PAID + "\r\n\t")) {
      assertGenuine(reader.read(signed(body), NOW));
    }
    assertThat(
            refusal(read(SENDER.header(NOW, BODY), (PAID + "\n").getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void nothing_of_an_unverified_body_is_judged() {
    var nonsense = "not json".getBytes(StandardCharsets.UTF_8);
    assertThat(refusal(read(ROTATED.header(NOW, nonsense), nonsense)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(reader.read(signed(nonsense), NOW))).isEqualTo(Refusal.BODY_MALFORMED);
  }

  @Test
  void no_rightly_signed_bytes_make_the_reader_throw() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      var body = Mutations.of(BODY, random);
      assertThat(reader.read(signed(body), NOW)).as("seed %d round %d", seed, i).isNotNull();
    }
  }

  private Verdict read(String header, byte[] body) {
    return reader.read(request(header, body), NOW);
  }

  private static void assertGenuine(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
  }
}

package io.payrelay.common.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import io.payrelay.common.signing.StandardWebhooks.Verification;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWebhooksTest {

  private static final WebhookSecret SECRET =
      WebhookSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final Instant SENT = Instant.ofEpochSecond(1_614_265_330);
  private static final byte[] BODY = bytes("{\"test\": 2432232314}");
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  @Test
  void the_published_vector_is_reproduced() {
    assertThat(StandardWebhooks.sign(ID, SENT, BODY, List.of(SECRET))).isEqualTo(SIGNATURE);
  }

  @Test
  void the_official_library_accepts_what_we_sign() throws Exception {
    var secret = WebhookSecret.generate(new SecureRandom());
    var now = Instant.now(); // the library reads the system's clock
    var headers =
        HttpHeaders.of(
            Map.of(
                StandardWebhooks.ID, List.of(ID),
                StandardWebhooks.TIMESTAMP, List.of(String.valueOf(now.getEpochSecond())),
                StandardWebhooks.SIGNATURE,
                    List.of(StandardWebhooks.sign(ID, now, BODY, List.of(SECRET, secret)))),
            (_, _) -> true);

    new Webhook(secret.reveal()).verify(new String(BODY, StandardCharsets.UTF_8), headers);
  }

  @Test
  void any_of_several_signatures_may_match_any_of_several_secrets() {
    var other = WebhookSecret.generate(new SecureRandom());
    var signatures = StandardWebhooks.sign(ID, SENT, BODY, List.of(other, SECRET));

    assertThat(signatures.split(" ")).hasSize(2);
    assertThat(verify(signatures, BODY, SENT, SECRET)).isEqualTo(Verification.VALID);
    assertThat(verify(signatures, BODY, SENT, other)).isEqualTo(Verification.VALID);
  }

  @Test
  void one_changed_byte_or_another_secret_does_not_verify() {
    var changed = BODY.clone();
    changed[3] ^= 1;

    assertThat(verify(SIGNATURE, changed, SENT, SECRET)).isEqualTo(Verification.WRONG_SIGNATURE);
    assertThat(verify(SIGNATURE, BODY, SENT, WebhookSecret.generate(new SecureRandom())))
        .isEqualTo(Verification.WRONG_SIGNATURE);
    assertThat(verify("v1a," + SIGNATURE.substring(3), BODY, SENT, SECRET))
        .isEqualTo(Verification.WRONG_SIGNATURE);
  }

  @ParameterizedTest
  @CsvSource({"-301,OUTSIDE_TOLERANCE", "-300,VALID", "300,VALID", "301,OUTSIDE_TOLERANCE"})
  void the_clock_may_differ_by_five_minutes_both_ways(long seconds, Verification expected) {
    assertThat(verify(SIGNATURE, BODY, SENT.plusSeconds(seconds), SECRET)).isEqualTo(expected);
  }

  @Test
  void missing_and_malformed_headers_are_told_apart() {
    assertThat(StandardWebhooks.verify(null, "1", "v1,x", BODY, List.of(SECRET), SENT))
        .isEqualTo(Verification.MISSING_HEADER);
    assertThat(StandardWebhooks.verify(ID, "soon", "v1,x", BODY, List.of(SECRET), SENT))
        .isEqualTo(Verification.BAD_TIMESTAMP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_!"})
  void what_is_no_secret_is_refused_without_repeating_it(String text) {
    assertThatThrownBy(() -> WebhookSecret.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("AAAA")
        .hasMessageNotContaining("MfKQ");
  }

  @Test
  void a_log_never_shows_a_secret() {
    assertThat(SECRET).hasToString("whsec_…");
  }

  private static Verification verify(
      String signatures, byte[] body, Instant now, WebhookSecret secret) {
    return StandardWebhooks.verify(
        ID, String.valueOf(SENT.getEpochSecond()), signatures, body, List.of(secret), now);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

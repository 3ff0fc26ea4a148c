package io.payrelay.ingress.stripe;

import static io.payrelay.ingress.stripe.StripeSender.NOW;
import static io.payrelay.ingress.stripe.StripeSender.PAID;
import static io.payrelay.ingress.stripe.StripeSender.SECRET;
import static io.payrelay.ingress.stripe.StripeSender.notice;
import static io.payrelay.ingress.stripe.StripeSender.reader;
import static io.payrelay.ingress.stripe.StripeSender.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.model.PaymentIntent;
import com.stripe.net.Webhook;
import io.payrelay.ingress.Mutations;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * stripe-java as the oracle: the same verdict on thousands of damaged callbacks, except for the
 * differences that are named here.
 */
class StripeOracleTest {

  /** Each place where we and stripe-java differ, with an example; nothing else may. */
  enum Difference {
    /** It knows no upper bound: a stolen header works for as long as it lies ahead. */
    IT_ACCEPTS_THE_FUTURE("t=FUTURE,v1=SIG(FUTURE)"),
    /** It takes the first of several timestamps. */
    IT_ACCEPTS_SEVERAL_TIMESTAMPS("t=NOW,v1=SIG(NOW),t=1"),
    /**
     * It reads the timestamp as a number, in any script and with a sign, and signs its own form.
     */
    IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_TIME("t=+NOW,v1=SIG(NOW)"),
    /** It skips what it does not understand, in a header that Stripe never sent. */
    IT_ACCEPTS_A_DAMAGED_HEADER("t=NOW,v1=SIG(NOW),v1=nonsense"),
    /** It signs its own form of the timestamp, we the characters that were sent. */
    WE_ACCEPT_LEADING_ZEROS("t=0NOW,v1=SIG(0NOW)"),
    /** It throws something else than its own exception. */
    IT_BREAKS("t,v1=SIG(NOW)"),
    /** It verifies text: bytes that are none are replaced before, so it verifies something else. */
    IT_ACCEPTS_REPLACED_BYTES("t=NOW,v1=SIG(NOW)");

    private final String example;

    Difference(String example) {
      this.example = example;
    }
  }

  /** What stripe-java says. */
  private enum Oracle {
    ACCEPTS,
    REFUSES,
    BREAKS
  }

  private static final int ROUNDS = 6_000;
  private static final byte[] BODY = PAID.getBytes(StandardCharsets.UTF_8);
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  private final CallbackReader reader = reader();

  @Test
  void the_same_verdict_on_thousands_of_damaged_callbacks() throws Exception {
    long seed = 20_260_301;
    var random = new Random(seed);
    var seen = new EnumMap<Difference, Integer>(Difference.class);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      var header = header(random);
      var body = random.nextInt(3) == 0 ? Mutations.of(BODY, random) : BODY;
      var ours = objection(header, body);
      var theirs = oracle(header, body);
      if (ours == null && theirs == Oracle.ACCEPTS) {
        accepted++;
      } else if (ours != null && theirs == Oracle.REFUSES) {
        refused++;
      } else {
        seen.merge(name(header, body, ours, theirs), 1, Integer::sum);
      }
    }
    assertThat(accepted).as("accepted by both, besides %s", seen).isGreaterThan(ROUNDS / 20);
    assertThat(refused).as("refused by both, besides %s", seen).isGreaterThan(ROUNDS / 4);
  }

  @ParameterizedTest
  @EnumSource
  void each_difference_is_real_and_has_this_name(Difference difference) throws Exception {
    var body = BODY;
    var header = fill(difference.example, new String(BODY, StandardCharsets.UTF_8));
    if (difference == Difference.IT_ACCEPTS_REPLACED_BYTES) {
      header = fill(difference.example, PAID + "\ufffd");
      body = Arrays.copyOf(BODY, BODY.length + 1);
      body[BODY.length] = (byte) 0xff;
    }
    var ours = objection(header, body);
    var theirs = oracle(header, body);
    assertThat(theirs).isNotEqualTo(ours == null ? Oracle.ACCEPTS : Oracle.REFUSES);
    assertThat(name(header, body, ours, theirs)).isEqualTo(difference);
  }

  @Test
  void what_the_sdk_signs_is_read_alike_by_both() throws Exception {
    var header = Webhook.Signature.generateSignatureHeader(PAID, SECRET, NOW.getEpochSecond());
    var event = Webhook.constructEvent(PAID, header, SECRET, 300, CLOCK);
    var intent = (PaymentIntent) event.getDataObjectDeserializer().deserializeUnsafe();

    var notice = notice(reader.read(request(header, BODY), NOW));

    assertThat(notice.channelEventId()).isEqualTo(event.getId());
    assertThat(notice.transactionId()).isEqualTo(intent.getId());
    assertThat(notice.orderNo()).isEqualTo(intent.getMetadata().get("order_no"));
    assertThat(notice.amount()).isNotNull();
    assertThat(notice.amount().minor()).isEqualTo(intent.getAmountReceived());
    assertThat(notice.amount().currencyCode()).isEqualToIgnoringCase(intent.getCurrency());
  }

  /** Names a difference; fails if it has no name. */
  private static Difference name(
      String header, byte[] body, @Nullable Refusal ours, Oracle theirs) {
    if (ours == null && theirs == Oracle.REFUSES && header.startsWith("t=0")) {
      return Difference.WE_ACCEPT_LEADING_ZEROS;
    }
    if (ours != null && theirs == Oracle.BREAKS) {
      return Difference.IT_BREAKS;
    }
    if (ours == Refusal.TIMESTAMP_OUTSIDE_TOLERANCE) {
      return Difference.IT_ACCEPTS_THE_FUTURE;
    }
    if (ours == Refusal.SIGNATURE_WRONG && !isUtf8(body)) {
      return Difference.IT_ACCEPTS_REPLACED_BYTES;
    }
    if (ours != null && !header.matches("(?s)(.*,)?t=[1-9][0-9]*(,.*)?")) {
      return Difference.IT_ACCEPTS_ANOTHER_SPELLING_OF_THE_TIME;
    }
    if (ours == Refusal.SIGNATURE_MALFORMED) {
      return header.split("(^|,)t=", -1).length > 2
          ? Difference.IT_ACCEPTS_SEVERAL_TIMESTAMPS
          : Difference.IT_ACCEPTS_A_DAMAGED_HEADER;
    }
    throw new AssertionError(
        "a difference without a name: ours %s, theirs %s, header %s, body %s"
            .formatted(ours, theirs, header, new String(body, StandardCharsets.UTF_8)));
  }

  /** Why we do not believe it; null if we do. What the body says comes afterwards. */
  private @Nullable Refusal objection(String header, byte[] body) {
    return switch (reader.read(request(header, body), NOW)) {
      case Verdict.Refused(var why, _) -> why == Refusal.BODY_MALFORMED ? null : why;
      case Verdict.Genuine _, Verdict.Ignored _ -> null;
    };
  }

  // The SDK is not ours: whatever it throws is what this test is about.
  private static Oracle oracle(String header, byte[] body) {
    try {
      Webhook.Signature.verifyHeader(
          new String(body, StandardCharsets.UTF_8), header, SECRET, 300, CLOCK);
      return Oracle.ACCEPTS;
    } catch (SignatureVerificationException e) {
      return Oracle.REFUSES;
    } catch (RuntimeException e) {
      return Oracle.BREAKS;
    }
  }

  /** A header near the right one: another time, another spelling, another order, or damage. */
  private static String header(Random random) throws Exception {
    var shift = new long[] {0, 0, 0, -300, 300, -301, 301, 86_400, -86_400}[random.nextInt(9)];
    var time = Long.toString(NOW.getEpochSecond() + shift);
    var signature = signature(time, PAID);
    var forms =
        new String[] {
          "t=T,v1=S",
          "t=T,v1=S",
          "v1=S,t=T",
          "t=T,v1=0,v1=S",
          "t=T,v1=Z,v1=S",
          "t=T,v1=S,v0=Z",
          "t=T,v1=S,t=T",
          "t=0T,v1=S",
          "t=+T,v1=S",
          "t=T,v1=S,",
          "t=T,v1=Z"
        };
    var header =
        forms[random.nextInt(forms.length)]
            .replace("S", signature)
            .replace("Z", "0".repeat(64))
            .replace("T", time);
    return random.nextBoolean()
        ? header
        : new String(
            Mutations.of(header.getBytes(StandardCharsets.UTF_8), random), StandardCharsets.UTF_8);
  }

  private static String fill(String example, String signed) throws Exception {
    var now = Long.toString(NOW.getEpochSecond());
    var future = Long.toString(NOW.getEpochSecond() + 315_360_000);
    return example
        .replace("SIG(NOW)", signature(now, signed))
        .replace("SIG(0NOW)", signature("0" + now, signed))
        .replace("SIG(FUTURE)", signature(future, signed))
        .replace("NOW", now)
        .replace("FUTURE", future);
  }

  private static String signature(String time, String signed) throws Exception {
    return Webhook.Util.computeHmacSha256(SECRET, time + "." + signed);
  }

  private static boolean isUtf8(byte[] body) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}

package io.payrelay.ingress.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.broker.PublishOutcome;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.intake.IngressSettings.MismatchAck;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table "what each outcome answers". */
class OutcomeTest {

  private static final CallbackReceived CALLBACK =
      new CallbackReceived(
          "cb_1",
          "plain",
          "plain",
          "shop",
          true,
          NoticeKind.CLOSED,
          "ORDER1",
          null,
          null,
          null,
          null,
          "digest",
          Instant.EPOCH);

  static Stream<Arguments> table() {
    var unroutable = new PublishOutcome.Refused(PublishOutcome.Reason.UNROUTABLE);
    var late = new PublishOutcome.Unknown("no confirm");
    return Stream.of(
        Arguments.of(new Outcome.Stored(CALLBACK), 200, 200),
        Arguments.of(new Outcome.AlreadySettled(CALLBACK), 200, 200),
        Arguments.of(new Outcome.Ignored("not ours"), 200, 200),
        Arguments.of(new Outcome.Mismatch(CALLBACK), 422, 200),
        Arguments.of(new Outcome.NotStored(CALLBACK, unroutable), 503, 503),
        Arguments.of(new Outcome.NotStored(CALLBACK, late), 503, 503),
        Arguments.of(refused(Refusal.SIGNATURE_MISSING), 401, 401),
        Arguments.of(refused(Refusal.SIGNATURE_MALFORMED), 401, 401),
        Arguments.of(refused(Refusal.SIGNATURE_WRONG), 401, 401),
        Arguments.of(refused(Refusal.TIMESTAMP_OUTSIDE_TOLERANCE), 401, 401),
        Arguments.of(refused(Refusal.PROBE), 401, 401),
        Arguments.of(refused(Refusal.KEY_UNKNOWN), 503, 503),
        Arguments.of(refused(Refusal.BODY_MALFORMED), 400, 400),
        Arguments.of(refused(Refusal.ACCOUNT_UNKNOWN), 404, 404),
        Arguments.of(refused(Refusal.METHOD_NOT_ALLOWED), 405, 405),
        Arguments.of(refused(Refusal.BODY_TOO_LARGE), 413, 413),
        Arguments.of(refused(Refusal.OVERLOADED), 503, 503));
  }

  @ParameterizedTest
  @MethodSource("table")
  void each_outcome_has_its_answer(Outcome outcome, int byDefault, int whenMismatchIsAccepted) {
    assertThat(outcome.answer(new Plain(), MismatchAck.FAILURE).status()).isEqualTo(byDefault);
    assertThat(outcome.answer(new Plain(), MismatchAck.SUCCESS).status())
        .isEqualTo(whenMismatchIsAccepted);
  }

  private static Outcome refused(Refusal why) {
    return new Outcome.Refused(why, "because");
  }

  private static final class Plain implements Channel {

    @Override
    public String name() {
      return "plain";
    }

    @Override
    public CallbackReader open(AccountSettings account) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Acknowledgement accepted() {
      return Acknowledgement.of(200, "text/plain", "success");
    }

    @Override
    public Acknowledgement refused(Refusal why, String detail) {
      return Acknowledgement.of(why.status(), "text/plain", "failure");
    }
  }
}

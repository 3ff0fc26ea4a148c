package io.payrelay.ingress.hmac;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Verifies one account's callbacks: header, then timestamp, then signature, and only then JSON. */
record HmacReader(List<HmacKey> keys) implements CallbackReader {

  /** How far a timestamp may lie from our clock, both ways. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    var values = request.header(SignatureHeader.NAME);
    if (values.isEmpty()) {
      return new Verdict.Refused(Refusal.SIGNATURE_MISSING, "no " + SignatureHeader.NAME);
    }
    if (values.size() > 1) {
      return malformed("sent more than once");
    }
    return switch (SignatureHeader.parse(values.getFirst())) {
      case SignatureHeader.Malformed(var why) -> malformed(why);
      case SignatureHeader.Wellformed(var header) -> verify(header, request.body(), now);
    };
  }

  private Verdict verify(SignatureHeader header, byte[] body, Instant now) {
    if (Math.abs(now.getEpochSecond() - header.seconds()) > TOLERANCE.toSeconds()) {
      return new Verdict.Refused(
          Refusal.TIMESTAMP_OUTSIDE_TOLERANCE,
          "timestamp is more than " + TOLERANCE.toSeconds() + " s away from our clock");
    }
    for (var key : keys) {
      if (key.isValidAt(now) && key.signed(header, body)) {
        return HmacBody.read(body);
      }
    }
    return new Verdict.Refused(Refusal.SIGNATURE_WRONG, "no key of this account has signed this");
  }

  private static Verdict malformed(String why) {
    return new Verdict.Refused(Refusal.SIGNATURE_MALFORMED, SignatureHeader.NAME + ": " + why);
  }
}

package io.payrelay.ingress.timestamped;

import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict.Refused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Verifies one account's callbacks: header, then timestamp, then signature. Thread-safe. */
public final class TimestampedHmac {

  /** How far a timestamp may lie from our clock, both ways. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final String header;
  private final List<HmacKey> keys;

  /**
   * A verifier whose keys are each as good as the other, so that they can be rotated without a gap.
   *
   * @param header the name of the header that carries the signature
   */
  public TimestampedHmac(String header, List<KeySettings> keys) {
    this.header = header;
    this.keys = keys.stream().map(HmacKey::new).toList();
  }

  /** Why this callback is not believed; empty if one of the keys has signed it. */
  public Optional<Refused> objection(CallbackRequest request, Instant now) {
    var values = request.header(header);
    if (values.isEmpty()) {
      return refused(Refusal.SIGNATURE_MISSING, "no " + header);
    }
    if (values.size() > 1) {
      return malformed("sent more than once");
    }
    return switch (SignatureHeader.parse(values.getFirst())) {
      case SignatureHeader.Malformed(var why) -> malformed(why);
      case SignatureHeader.Wellformed(var signature) -> verify(signature, request.body(), now);
    };
  }

  private Optional<Refused> verify(SignatureHeader signature, byte[] body, Instant now) {
    if (Math.abs(now.getEpochSecond() - signature.seconds()) > TOLERANCE.toSeconds()) {
      return refused(
          Refusal.TIMESTAMP_OUTSIDE_TOLERANCE,
          "timestamp is more than " + TOLERANCE.toSeconds() + " s away from our clock");
    }
    return keys.stream().anyMatch(key -> key.isValidAt(now) && key.signed(signature, body))
        ? Optional.empty()
        : refused(Refusal.SIGNATURE_WRONG, "no key of this account has signed this");
  }

  private Optional<Refused> malformed(String why) {
    return refused(Refusal.SIGNATURE_MALFORMED, header + ": " + why);
  }

  private static Optional<Refused> refused(Refusal why, String detail) {
    return Optional.of(new Refused(why, detail));
  }
}

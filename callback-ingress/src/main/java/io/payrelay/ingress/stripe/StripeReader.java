package io.payrelay.ingress.stripe;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.timestamped.TimestampedHmac;
import java.time.Instant;

/** Verifies one account's events, and only then reads their JSON. */
record StripeReader(TimestampedHmac signature, StripeOptions options) implements CallbackReader {

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    return signature
        .objection(request, now)
        .<Verdict>map(refused -> refused)
        .orElseGet(() -> StripeEvent.read(request.body(), options));
  }
}

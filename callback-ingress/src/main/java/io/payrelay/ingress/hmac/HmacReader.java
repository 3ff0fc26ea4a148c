package io.payrelay.ingress.hmac;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.timestamped.TimestampedHmac;
import java.time.Instant;

/** Verifies one account's callbacks, and only then reads their JSON. */
record HmacReader(TimestampedHmac signature) implements CallbackReader {

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    return signature
        .objection(request, now)
        .<Verdict>map(refused -> refused)
        .orElseGet(() -> HmacBody.read(request.body()));
  }
}

package io.payrelay.ingress.channel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One key of an account.
 *
 * @param validFrom before this the key verifies nothing; absent means always
 * @param validUntil from this on the key verifies nothing; absent means for ever
 */
public record KeySettings(
    @DefaultValue("") String id,
    @DefaultValue("") String secret,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil) {

  public boolean isValidAt(Instant now) {
    return (validFrom == null || !now.isBefore(validFrom))
        && (validUntil == null || now.isBefore(validUntil));
  }

  /** Never the secret: this is what a log would show. */
  @Override
  public String toString() {
    return "KeySettings[id=" + id + "]";
  }
}

package io.payrelay.common.redis;

import io.payrelay.common.money.Money;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an order's amount stands in Redis, so that ingress can answer a mismatch by itself. */
public final class ExpectedAmount {

  private ExpectedAmount() {}

  public static String encode(Money amount) {
    return amount.minor() + "|" + amount.currencyCode();
  }

  /** Empty for an absent or foreign value. */
  public static Optional<Money> parse(@Nullable String value) {
    int bar = value == null ? -1 : value.indexOf('|');
    if (value == null || bar < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Money.ofMinor(Long.parseLong(value.substring(0, bar)), value.substring(bar + 1)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

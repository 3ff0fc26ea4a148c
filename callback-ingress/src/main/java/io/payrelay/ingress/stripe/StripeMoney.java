package io.payrelay.ingress.stripe;

import io.payrelay.common.money.Money;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;

/** Stripe's smallest unit of a currency is not always that of ISO 4217. */
final class StripeMoney {

  /** The decimals in Stripe's amounts, where they differ; docs.stripe.com/currencies. */
  private static final Map<String, Integer> OWN_DECIMALS = Map.of("ISK", 2, "UGX", 2, "MGA", 0);

  private StripeMoney() {}

  /**
   * An amount as Stripe's API writes it.
   *
   * @throws io.payrelay.common.money.InvalidMoneyException if the currency is none, or the amount
   *     negative
   * @throws ArithmeticException if the amount is no whole number of the currency's minor units
   */
  static Money of(long amount, String currencyCode) {
    var code = currencyCode.toUpperCase(Locale.ROOT);
    var same = Money.ofMinor(amount, code);
    var own = OWN_DECIMALS.get(code);
    return own == null
        ? same
        : Money.ofMinor(
            BigDecimal.valueOf(amount, own)
                .movePointRight(same.currency().getDefaultFractionDigits())
                .longValueExact(),
            code);
  }
}

package io.payrelay.common.money;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/**
 * An amount in minor units (fen, cents) of one currency. Never negative: a direction of money is
 * said by the accounts it moves between, not by a sign. Immutable.
 */
public record Money(long minor, Currency currency) {

  // Plain ASCII digits only: no sign, exponent, grouping, full-width digit or leading zero.
  private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,14})(\\.[0-9]{1,4})?");

  public Money {
    if (minor < 0) {
      throw new InvalidMoneyException("an amount can't be negative: " + minor);
    }
    if (currency.getDefaultFractionDigits() < 0) {
      throw new InvalidMoneyException("not a currency of payments: " + currency);
    }
  }

  /**
   * An amount that is already in minor units.
   *
   * @throws InvalidMoneyException if {@code currencyCode} is no ISO 4217 code
   */
  public static Money ofMinor(long minor, String currencyCode) {
    return new Money(minor, currency(currencyCode));
  }

  /**
   * Reads a decimal string such as {@code 599.00}, exactly.
   *
   * @throws InvalidMoneyException if the text is not plain digits, or has more decimals than the
   *     currency
   */
  public static Money parse(String decimal, String currencyCode) {
    var currency = currency(currencyCode);
    if (!DECIMAL.matcher(decimal).matches()) {
      throw new InvalidMoneyException("not a plain decimal amount: '" + shorten(decimal) + "'");
    }
    try {
      return new Money(
          new BigDecimal(decimal)
              .movePointRight(currency.getDefaultFractionDigits())
              .longValueExact(),
          currency);
    } catch (ArithmeticException e) {
      throw new InvalidMoneyException(
          "'%s' has more decimals than %s allows (%d)"
              .formatted(decimal, currency, currency.getDefaultFractionDigits()));
    }
  }

  /** The amount as a decimal string with exactly the currency's number of decimals. */
  public String toDecimal() {
    return BigDecimal.valueOf(minor, currency.getDefaultFractionDigits()).toPlainString();
  }

  /** The ISO 4217 code. */
  public String currencyCode() {
    return currency.getCurrencyCode();
  }

  @Override
  public String toString() {
    return toDecimal() + " " + currency;
  }

  private static Currency currency(String code) {
    try {
      return Currency.getInstance(code);
    } catch (IllegalArgumentException e) {
      throw new InvalidMoneyException("not an ISO 4217 currency: '" + shorten(code) + "'");
    }
  }

  private static String shorten(String text) {
    return text.length() <= 32 ? text : text.substring(0, 32) + "…";
  }
}

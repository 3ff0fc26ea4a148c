package io.payrelay.ingress.unionpay;

import io.payrelay.common.money.Money;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import java.util.Currency;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Amounts in minor units of a currency that is named by its ISO 4217 number. */
final class UnionPayMoney {

  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,12}");

  /** A number that two currencies shared in the course of time stands for neither. */
  private static final Map<String, Currency> BY_NUMBER =
      Currency.availableCurrencies()
          .filter(currency -> currency.getDefaultFractionDigits() >= 0)
          .collect(Collectors.groupingBy(Currency::getNumericCodeAsString))
          .entrySet()
          .stream()
          .filter(entry -> entry.getValue().size() == 1)
          .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().getFirst()));

  private UnionPayMoney() {}

  static Money of(String amount, String currencyCode) {
    Fields.check(AMOUNT.matcher(amount).matches(), "txnAmt must be 1 to 12 digits");
    var currency = BY_NUMBER.get(currencyCode);
    if (currency == null) {
      throw new BadFieldException("currencyCode must be the number of an ISO 4217 currency");
    }
    var money = new Money(Long.parseLong(amount), currency);
    Fields.check(money.minor() > 0, "txnAmt must be more than nothing");
    return money;
  }
}

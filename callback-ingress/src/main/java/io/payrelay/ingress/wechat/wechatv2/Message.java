package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The non-empty fields of one message in ASCII order, with their values exactly as they stand. */
record Message(SortedMap<String, String> fields) {

  // No sign, exponent, leading zero or full-width digit; 15 digits of fen are enough for anyone.
  private static final Pattern MINOR = Pattern.compile("[1-9][0-9]{0,14}");
  private static final Pattern TIME = Pattern.compile("[0-9]{14}");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss").withResolverStyle(ResolverStyle.STRICT);
  private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

  Message {
    var filled = new TreeMap<>(fields);
    filled.values().removeIf(String::isEmpty);
    fields = Collections.unmodifiableSortedMap(filled);
  }

  boolean has(String field) {
    return fields.containsKey(field);
  }

  @Nullable String optional(String field) {
    return fields.get(field);
  }

  String text(String field) {
    var value = fields.get(field);
    if (value == null) {
      throw new BadFieldException(field + " is missing");
    }
    return value;
  }

  /** Whether a field is there and is just this. */
  boolean says(String field, String value) {
    return value.equals(fields.get(field));
  }

  String id(String field) {
    return Fields.id(field, text(field));
  }

  /** More than nothing, in minor units; in yuan unless the currency's field says otherwise. */
  Money money(String amountField, String currencyField) {
    var digits = text(amountField);
    Fields.check(
        MINOR.matcher(digits).matches(),
        amountField + " must be a whole number of more than nothing");
    try {
      return Money.ofMinor(Long.parseLong(digits), fields.getOrDefault(currencyField, "CNY"));
    } catch (InvalidMoneyException e) {
      throw new BadFieldException(currencyField + " must be an ISO 4217 currency");
    }
  }

  /** A time of day in China, where the field is there. */
  @Nullable Instant time(String field) {
    var digits = fields.get(field);
    if (digits == null) {
      return null;
    }
    Fields.check(TIME.matcher(digits).matches(), field + " must be yyyyMMddHHmmss");
    try {
      return Fields.time(field, LocalDateTime.parse(digits, SECONDS).atZone(SHANGHAI).toInstant());
    } catch (DateTimeException e) {
      throw new BadFieldException(field + " must be a time that exists");
    }
  }

  /** The names only: values are personal. */
  @Override
  public String toString() {
    return "Message" + fields.keySet();
  }
}

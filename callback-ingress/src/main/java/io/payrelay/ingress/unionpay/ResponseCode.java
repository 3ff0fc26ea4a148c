package io.payrelay.ingress.unionpay;

import io.payrelay.ingress.field.BadFieldException;
import java.util.regex.Pattern;

/** What {@code respCode} says of a transaction. */
enum ResponseCode {
  SUCCEEDED,
  /** UnionPay itself does not know yet: only a query tells. */
  UNKNOWN,
  FAILED;

  private static final Pattern CODE = Pattern.compile("[0-9A-Z]{2}");

  static ResponseCode of(String code) {
    if (!CODE.matcher(code).matches()) {
      throw new BadFieldException("respCode must be 2 digits or capital letters");
    }
    return switch (code) {
      case "00", "A6" -> SUCCEEDED; // A6: although the issuer never answered UnionPay
      case "03", "04", "05" -> UNKNOWN;
      case "42", "74", "75" -> UNKNOWN; // debited, but too late or without effect: no failure yet
      default -> FAILED;
    };
  }
}

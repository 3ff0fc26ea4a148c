package io.payrelay.ingress.field;

import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** What every channel's notices have in common. */
public final class Fields {

  private static final Pattern ORDER_NO = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern ID = Pattern.compile("[!-~]{1,128}");

  // Times that no database stores must not be acknowledged.
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private Fields() {}

  /** Reads a verified notice; a bad field becomes the refusal. */
  public static Verdict verdict(Supplier<Verdict> reading) {
    try {
      return reading.get();
    } catch (BadFieldException e) {
      return new Verdict.Refused(Refusal.BODY_MALFORMED, e.complaint());
    }
  }

  /**
   * Ends the reading if something does not hold.
   *
   * @throws BadFieldException with the complaint
   */
  public static void check(boolean holds, String complaint) {
    if (!holds) {
      throw new BadFieldException(complaint);
    }
  }

  /** Whether a text has the form of an order number of ours. */
  public static boolean isOrderNo(String value) {
    return ORDER_NO.matcher(value).matches();
  }

  /**
   * The value, if it has the form of an order number.
   *
   * @throws BadFieldException if not
   */
  public static String orderNo(String field, String value) {
    check(isOrderNo(value), field + " must be 1 to 64 letters, digits, hyphens or underscores");
    return value;
  }

  /**
   * The value, if it has the form of a channel's id.
   *
   * @throws BadFieldException if not
   */
  public static String id(String field, String value) {
    check(
        ID.matcher(value).matches(),
        field + " must be 1 to 128 printable ASCII characters without spaces");
    return value;
  }

  /**
   * The time, if it may be one of a payment.
   *
   * @throws BadFieldException if it lies before 2000 or after 2199
   */
  public static Instant time(String field, Instant value) {
    check(
        !value.isBefore(EARLIEST) && value.isBefore(LATEST),
        field + " must lie between 2000 and 2200");
    return value;
  }
}

package io.payrelay.ingress.hmac;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the JSON of a verified callback, strictly: every known field is a string of the right form.
 * Unknown fields are left alone, they are signed like the rest.
 */
final class HmacBody {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final int LONGEST_ORDER_NO = 64;
  private static final int LONGEST_ID = 128;

  /** Ends the reading; the message names the field, never its value. */
  private static final class BadField extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadField(String message) {
      super(message, null, false, false);
    }
  }

  private final JsonNode root;

  private HmacBody(JsonNode root) {
    this.root = root;
  }

  static Verdict read(byte[] body) {
    try {
      var root = JSON.readTree(body);
      if (root == null || !root.isObject()) {
        throw new BadField("the body is not a JSON object");
      }
      return new Verdict.Genuine(new HmacBody(root).notice());
    } catch (JacksonException e) {
      return new Verdict.Refused(
          Refusal.BODY_MALFORMED, "the body is not valid JSON, or repeats a field");
    } catch (BadField e) {
      return new Verdict.Refused(Refusal.BODY_MALFORMED, String.valueOf(e.getMessage()));
    }
  }

  private Notice notice() {
    var kind =
        switch (text("status")) {
          case "SUCCESS" -> NoticeKind.PAID;
          case "FAIL" -> NoticeKind.FAILED;
          case "CLOSED" -> NoticeKind.CLOSED;
          default -> throw new BadField("status must be SUCCESS, FAIL or CLOSED");
        };
    boolean paid = kind == NoticeKind.PAID;
    var transactionId = paid ? text("transactionId") : optional("transactionId");
    return new Notice(
        identifier("eventId", text("eventId")),
        kind,
        true, // nothing in this format names the merchant: the account's secret does
        orderNo(text("orderNo")),
        transactionId == null ? null : identifier("transactionId", transactionId),
        paid || root.hasNonNull("amount") ? amount(paid) : null,
        paidAt(),
        null);
  }

  private static String orderNo(String value) {
    check(
        isText(value, LONGEST_ORDER_NO, HmacBody::isOrderNoCharacter),
        "orderNo must be 1 to 64 letters, digits, hyphens or underscores");
    return value;
  }

  private static String identifier(String field, String value) {
    check(
        isText(value, LONGEST_ID, HmacBody::isPrintable),
        field + " must be 1 to 128 printable ASCII characters without spaces");
    return value;
  }

  private Money amount(boolean paid) {
    Money amount;
    try {
      amount = Money.parse(text("amount"), text("currency"));
    } catch (InvalidMoneyException e) {
      throw new BadField(
          "amount must be plain digits with no more decimals than its ISO 4217 currency has");
    }
    check(!paid || amount.minor() > 0, "amount must be more than nothing");
    return amount;
  }

  private @Nullable Instant paidAt() {
    var paidAt = optional("paidAt");
    if (paidAt == null) {
      return null;
    }
    try {
      var time = OffsetDateTime.parse(paidAt);
      // Times that no database stores must not be acknowledged.
      check(
          time.getYear() >= 2000 && time.getYear() < 2200, "paidAt must lie between 2000 and 2200");
      return time.toInstant();
    } catch (DateTimeException e) {
      throw new BadField("paidAt must be an ISO 8601 time with its offset");
    }
  }

  private String text(String field) {
    var value = optional(field);
    if (value == null) {
      throw new BadField(field + " is missing");
    }
    return value;
  }

  private @Nullable String optional(String field) {
    var node = root.get(field);
    if (node == null || node.isNull()) {
      return null;
    }
    check(node.isString(), field + " must be a string");
    return node.stringValue();
  }

  private static void check(boolean holds, String complaint) {
    if (!holds) {
      throw new BadField(complaint);
    }
  }

  private static boolean isText(String value, int longest, IntPredicate allowed) {
    return !value.isEmpty() && value.length() <= longest && value.chars().allMatch(allowed);
  }

  private static boolean isPrintable(int c) {
    return c > ' ' && c < 0x7f;
  }

  private static boolean isOrderNoCharacter(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || c == '_'
        || c == '-';
  }
}

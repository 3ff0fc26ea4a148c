package io.payrelay.ingress.hmac;

import static io.payrelay.ingress.field.Fields.check;
import static io.payrelay.ingress.field.StrictJson.optionalText;
import static io.payrelay.ingress.field.StrictJson.text;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.field.StrictJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the JSON of a verified callback, strictly: every known field is a string of the right form.
 * Unknown fields are left alone, they are signed like the rest.
 */
final class HmacBody {

  private final JsonNode root;

  private HmacBody(JsonNode root) {
    this.root = root;
  }

  static Verdict read(byte[] body) {
    return Fields.verdict(
        () -> new Verdict.Genuine(new HmacBody(StrictJson.object(body)).notice()));
  }

  private Notice notice() {
    var kind =
        switch (text(root, "status")) {
          case "SUCCESS" -> NoticeKind.PAID;
          case "FAIL" -> NoticeKind.FAILED;
          case "CLOSED" -> NoticeKind.CLOSED;
          default -> throw new BadFieldException("status must be SUCCESS, FAIL or CLOSED");
        };
    boolean paid = kind == NoticeKind.PAID;
    var transactionId = paid ? text(root, "transactionId") : optionalText(root, "transactionId");
    return new Notice(
        Fields.id("eventId", text(root, "eventId")),
        kind,
        true, // nothing in this format names the merchant: the account's secret does
        Fields.orderNo("orderNo", text(root, "orderNo")),
        transactionId == null ? null : Fields.id("transactionId", transactionId),
        paid || root.hasNonNull("amount") ? amount(paid) : null,
        paidAt(),
        null);
  }

  private Money amount(boolean paid) {
    Money amount;
    try {
      amount = Money.parse(text(root, "amount"), text(root, "currency"));
    } catch (InvalidMoneyException e) {
      throw new BadFieldException(
          "amount must be plain digits with no more decimals than its ISO 4217 currency has");
    }
    check(!paid || amount.minor() > 0, "amount must be more than nothing");
    return amount;
  }

  private @Nullable Instant paidAt() {
    var paidAt = optionalText(root, "paidAt");
    if (paidAt == null) {
      return null;
    }
    try {
      return Fields.time("paidAt", OffsetDateTime.parse(paidAt).toInstant());
    } catch (DateTimeException e) {
      throw new BadFieldException("paidAt must be an ISO 8601 time with its offset");
    }
  }
}

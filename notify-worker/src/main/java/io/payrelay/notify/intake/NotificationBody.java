package io.payrelay.notify.intake;

import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.event.OrderEventType;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what the merchant gets, once: every attempt and replay sends these bytes. Amounts are
 * integers of minor units and a decimal string, never floating-point numbers.
 */
@Component
class NotificationBody {

  private final JsonMapper json = JsonMapper.builder().build();

  byte[] of(OrderEvent event) {
    var occurredAt =
        DateTimeFormatter.ISO_INSTANT.format(event.occurredAt().truncatedTo(ChronoUnit.MILLIS));
    var body = json.createObjectNode();
    body.put("type", event.eventType().wireName());
    body.put("timestamp", occurredAt);
    var data = body.putObject("data");
    data.put("orderNo", event.orderNo());
    data.put("merchantOrderNo", event.merchantOrderNo());
    data.put("merchantNo", event.merchantNo());
    data.put("status", statusOf(event.eventType()));
    data.put("amount", event.amount().minor());
    data.put("amountDecimal", event.amount().toDecimal());
    data.put("currency", event.amount().currencyCode());
    if (event.channel() != null) {
      data.put("channel", event.channel());
    }
    if (event.transactionId() != null) {
      data.put("transactionId", event.transactionId());
    }
    data.put("sequence", event.sequence());
    data.put("occurredAt", occurredAt);
    return json.writeValueAsBytes(body);
  }

  private static String statusOf(OrderEventType type) {
    return switch (type) {
      case PAYMENT_SUCCEEDED -> "SUCCESS";
      case PAYMENT_FAILED -> "FAIL";
      case PAYMENT_CLOSED -> "CLOSED";
      case PAYMENT_CREDITED -> "CREDITED";
    };
  }
}

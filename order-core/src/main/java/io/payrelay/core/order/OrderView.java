package io.payrelay.core.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as its merchant sees it. */
@Schema(name = "Order")
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderView(
    @Schema(
            description = "Our number: give it to the channel as its out_trade_no.",
            example = "06DMTQ1ZV8K3M5N7P9R1S3T5VW")
        String orderNo,
    @Schema(example = "A-2026-000042") String merchantOrderNo,
    @Schema(description = "In minor units.", example = "59900") long amount,
    @Schema(description = "The same amount for people.", example = "599.00") String amountDecimal,
    @Schema(example = "CNY") String currency,
    OrderStatus status,
    @Schema(description = "Once paying has started.", example = "hmac") @Nullable String channel,
    @Schema(description = "Once paying has started.", example = "shop") @Nullable String account,
    @Schema(description = "The channel's number of the payment, once paid.")
        @Nullable String transactionId,
    @Schema(description = "Once paid.") @Nullable Instant paidAt,
    Instant createdAt) {

  static OrderView of(PaymentOrder order) {
    return new OrderView(
        order.orderNo(),
        order.merchantOrderNo(),
        order.amount().minor(),
        order.amount().toDecimal(),
        order.amount().currencyCode(),
        order.status(),
        order.channel(),
        order.channelAccount(),
        order.channelOrderNo(),
        order.paidAt(),
        order.createdAt());
  }
}

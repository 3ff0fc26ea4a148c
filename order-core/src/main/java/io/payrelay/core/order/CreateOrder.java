package io.payrelay.core.order;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What a merchant wants to be paid. Fields are refused if unknown: a typo here costs money. */
record CreateOrder(
    @Schema(
            description =
                "Your own number of the order, unique among yours. Repeating a request with it"
                    + " creates nothing new.",
            example = "A-2026-000042")
        @NotNull
        @Pattern(
            regexp = "[A-Za-z0-9_.-]{1,64}",
            message = "must be 1 to 64 letters, digits, '_', '.' or '-'")
        String merchantOrderNo,
    @Schema(description = "In minor units: 59900 is 599.00 CNY.", example = "59900")
        @NotNull
        @Positive
        @Max(MOST)
        Long amount,
    @Schema(description = "ISO 4217 code.", example = "CNY")
        @NotNull
        @Pattern(regexp = "[A-Z]{3}", message = "must be an ISO 4217 code such as CNY")
        String currency,
    @Schema(
            description =
                "Where to notify you of this order, instead of your endpoint. Kept from the request"
                    + " that created the order.",
            example = "https://shop.example/payments/notify")
        @Size(min = 1, max = 2048)
        @Nullable String notifyUrl) {

  /** Above this, a mistake of units is likelier than an order. */
  static final long MOST = 1_000_000_000_000L;
}

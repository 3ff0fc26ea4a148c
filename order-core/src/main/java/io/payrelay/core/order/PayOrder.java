package io.payrelay.core.order;

import io.payrelay.core.merchant.PaymentNames;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** The channel account through which an order is going to be paid. */
record PayOrder(
    @Schema(description = "The channel's name.", example = "hmac")
        @NotNull
        @Pattern(regexp = PaymentNames.NAME, message = PaymentNames.MESSAGE)
        String channel,
    @Schema(description = "One of your accounts at this channel.", example = "shop")
        @NotNull
        @Pattern(regexp = PaymentNames.NAME, message = PaymentNames.MESSAGE)
        String account) {}

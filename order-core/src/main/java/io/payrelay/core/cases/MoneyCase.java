package io.payrelay.core.cases;

import io.payrelay.common.money.Money;

/** A case about a payment that was booked to suspense. */
public record MoneyCase(
    CaseKind kind,
    long paymentId,
    String channel,
    String channelFamily,
    String account,
    String orderNo,
    Money amount) {}

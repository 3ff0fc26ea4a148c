package io.payrelay.core.cases;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A case as operators see it. */
record CaseView(
    long caseId,
    CaseKind kind,
    String status,
    @Nullable Long paymentId,
    String channel,
    String account,
    String orderNo,
    @Nullable String refundKey,
    @Nullable Long amount,
    @Nullable String currency,
    @Nullable String resolution,
    @Nullable String reason,
    Instant openedAt,
    @Nullable Instant closedAt) {}

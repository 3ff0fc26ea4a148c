package io.payrelay.core.cases;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A case as it stands. Only read through this class. */
@Entity
@Table(name = "payment_case")
class PaymentCase {

  @Id private long caseId;

  @Enumerated(EnumType.STRING)
  @Column(columnDefinition = "text")
  private CaseKind kind;

  @Column private String status;
  private @Nullable Long paymentId;
  @Column private String channel;
  @Column private String account;
  @Column private String orderNo;
  private @Nullable String refundKey;
  private @Nullable Long amount;
  private @Nullable String currency;
  private @Nullable String resolution;
  private @Nullable String reason;
  @Column private Instant openedAt;
  private @Nullable Instant closedAt;

  protected PaymentCase() {}

  CaseView view() {
    return new CaseView(
        caseId,
        kind,
        status,
        paymentId,
        channel,
        account,
        orderNo,
        refundKey,
        amount,
        currency,
        resolution,
        reason,
        openedAt,
        closedAt);
  }
}

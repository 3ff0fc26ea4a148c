package io.payrelay.core.order;

import io.payrelay.common.money.Money;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as it stands. Only read through this class: every change of status is one statement that
 * compares and swaps.
 */
@Entity
@Table(name = "orders")
class PaymentOrder {

  @Id private String orderNo;
  private String merchantNo;
  private String merchantOrderNo;
  private long amount;
  private String currency;

  @Enumerated(EnumType.STRING)
  @Column(columnDefinition = "text")
  private OrderStatus status;

  private long version;
  private @Nullable String channel;
  private @Nullable String channelAccount;
  private @Nullable String channelOrderNo;
  private @Nullable Instant paySuccTime;
  private Instant createdAt;

  protected PaymentOrder() {}

  String orderNo() {
    return orderNo;
  }

  String merchantNo() {
    return merchantNo;
  }

  String merchantOrderNo() {
    return merchantOrderNo;
  }

  Money amount() {
    return Money.ofMinor(amount, currency);
  }

  OrderStatus status() {
    return status;
  }

  long version() {
    return version;
  }

  @Nullable String channel() {
    return channel;
  }

  @Nullable String channelAccount() {
    return channelAccount;
  }

  /** The channel's own number of the payment, once it is paid. */
  @Nullable String channelOrderNo() {
    return channelOrderNo;
  }

  @Nullable Instant paidAt() {
    return paySuccTime;
  }

  Instant createdAt() {
    return createdAt;
  }

  boolean isBoundTo(String channel, String account) {
    return channel.equals(this.channel) && account.equals(channelAccount);
  }
}

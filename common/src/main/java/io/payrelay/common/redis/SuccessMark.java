package io.payrelay.common.redis;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says in Redis that a payment is booked and committed. It answers only a paid notice of the very
 * same payment: a refund notice with the same transaction id, or one with another order or amount,
 * passes through.
 */
public record SuccessMark(String orderNo, Money amount) {

  private static final String PREFIX = "SUCCESS|";

  public String encode() {
    return PREFIX + orderNo + "|" + amount.minor() + "|" + amount.currencyCode();
  }

  /** Empty for an absent, foreign or PROCESSING value. */
  public static Optional<SuccessMark> parse(@Nullable String value) {
    if (value == null || !value.startsWith(PREFIX)) {
      return Optional.empty();
    }
    var parts = value.split("\\|", -1);
    if (parts.length != 4) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SuccessMark(parts[1], Money.ofMinor(Long.parseLong(parts[2]), parts[3])));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public boolean answers(CallbackReceived callback) {
    return callback.kind() == NoticeKind.PAID
        && callback.identityMatches()
        && callback.orderNo().equals(orderNo)
        && amount.equals(callback.amount());
  }
}

package io.payrelay.core.settlement;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import java.util.Objects;
import java.util.Optional;

/**
 * Money has arrived, says a verified notice.
 *
 * @param identityMatches whether the merchant's identity inside the notice is the account's own
 */
record PaidNotice(
    PaymentKey payment, ChannelAccount at, String orderNo, Money amount, boolean identityMatches) {

  /** Empty unless the callback tells of a payment. */
  static Optional<PaidNotice> of(CallbackReceived callback) {
    if (callback.kind() != NoticeKind.PAID) {
      return Optional.empty();
    }
    return Optional.of(
        new PaidNotice(
            new PaymentKey(
                callback.channelFamily(),
                callback.account(),
                Objects.requireNonNull(callback.transactionId())),
            new ChannelAccount(callback.channel(), callback.account()),
            callback.orderNo(),
            Objects.requireNonNull(callback.amount()),
            callback.identityMatches()));
  }
}

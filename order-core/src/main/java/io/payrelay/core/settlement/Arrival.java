package io.payrelay.core.settlement;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.trace.TraceParent;
import java.util.Optional;

/**
 * A callback on its way through settlement.
 *
 * @param lookups how often its order was looked up and absent
 * @param deferrals how often it has waited for a held lock
 */
record Arrival(CallbackReceived callback, TraceParent trace, int lookups, int deferrals) {

  String orderNo() {
    return callback.orderNo();
  }

  Optional<PaidNotice> paid() {
    return PaidNotice.of(callback);
  }

  /** The account it came through. */
  ChannelAccount at() {
    return new ChannelAccount(callback.channel(), callback.account());
  }

  /** Whether it may change an order. */
  boolean isDecisive() {
    return switch (callback.kind()) {
      case PAID, FAILED, CLOSED -> true;
      case ATTEMPT_FAILED, PENDING, REFUND -> false;
    };
  }
}

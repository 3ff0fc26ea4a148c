package io.payrelay.core.settlement;

import io.payrelay.common.broker.BrokerHistory;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.broker.Tier;
import io.payrelay.common.broker.Topology;

/**
 * A callback on its way to a tier, whose queue brings it back. The counts travel in headers of our
 * own; those of the broker are left behind.
 */
final class Deferral {

  /** How often the order was looked up and absent: the only count that leads to UNKNOWN_ORDER. */
  static final String LOOKUPS = "x-payrelay-lookups";

  /** How often it has waited for a held lock. */
  static final String DEFERRALS = "x-payrelay-deferrals";

  private static final Tier LOCK_WAIT = Topology.CALLBACK_TIERS.getFirst();

  private Deferral() {}

  static OutboundMessage untilLockIsFree(Incoming incoming) {
    return to(LOCK_WAIT, incoming.delivery())
        .withHeader(DEFERRALS, incoming.arrival().deferrals() + 1);
  }

  static OutboundMessage untilOrderIsThere(Incoming incoming, Tier tier) {
    return to(tier, incoming.delivery()).withHeader(LOOKUPS, incoming.arrival().lookups() + 1);
  }

  private static OutboundMessage to(Tier tier, Delivery delivery) {
    return new OutboundMessage(
        Names.CALLBACKS_RETRY,
        tier.name(),
        delivery.messageId(),
        BrokerHistory.strip(delivery.headers()),
        delivery.message().getBody());
  }
}

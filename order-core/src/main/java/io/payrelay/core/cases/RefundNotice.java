package io.payrelay.core.cases;

import io.payrelay.common.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A channel's word that money went back to the buyer.
 *
 * @param refundKey the refund's id, or the notice's digest where it has none
 */
public record RefundNotice(
    String channel,
    String channelFamily,
    String account,
    String orderNo,
    String refundKey,
    @Nullable Money amount) {}

package io.payrelay.ingress.channel;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a verified callback says.
 *
 * @param channelEventId the channel's own id of this notice, for the log
 * @param identityMatches whether the merchant named inside the notice is the account's own
 * @param orderNo our order number as the channel repeats it
 * @param transactionId the channel's id of the payment; absent where nothing was paid
 * @param amount what was paid; absent where nothing was paid
 */
public record Notice(
    @Nullable String channelEventId,
    NoticeKind kind,
    boolean identityMatches,
    String orderNo,
    @Nullable String transactionId,
    @Nullable Money amount,
    @Nullable Instant paidAt,
    @Nullable String refundId) {}

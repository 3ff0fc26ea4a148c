package io.payrelay.common.event;

import io.payrelay.common.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A callback that ingress has verified.
 *
 * @param deliveryId this arrival's id, also the message id
 * @param channelFamily the channels whose transaction ids are one name space (WeChat v2 and v3)
 * @param account the configured account whose key verified the callback
 * @param identityMatches whether the merchant's identity inside the notice is the account's own
 * @param orderNo our order number as the channel repeats it; the order may not exist
 * @param transactionId the channel's own id of the payment; absent where nothing was paid
 * @param amount what was paid; absent where nothing was paid
 * @param paidAt the channel's time of payment, if it says one
 * @param refundId the channel's id of a refund, on refund notices that carry one
 * @param bodyDigest lower-hex SHA-256 of the raw body
 * @param body the raw body in Base64, to be kept for a while; absent where there is none to keep
 */
public record CallbackReceived(
    String deliveryId,
    String channel,
    String channelFamily,
    String account,
    boolean identityMatches,
    NoticeKind kind,
    String orderNo,
    @Nullable String transactionId,
    @Nullable Money amount,
    @Nullable Instant paidAt,
    @Nullable String refundId,
    String bodyDigest,
    Instant receivedAt,
    @Nullable String body)
    implements Event {

  public static final String TYPE = "callback.received";

  public CallbackReceived {
    if (kind == NoticeKind.PAID && (transactionId == null || amount == null)) {
      throw new IllegalArgumentException("a paid notice needs a transaction id and an amount");
    }
  }

  /** One without a body to keep. */
  public CallbackReceived(
      String deliveryId,
      String channel,
      String channelFamily,
      String account,
      boolean identityMatches,
      NoticeKind kind,
      String orderNo,
      @Nullable String transactionId,
      @Nullable Money amount,
      @Nullable Instant paidAt,
      @Nullable String refundId,
      String bodyDigest,
      Instant receivedAt) {
    this(
        deliveryId,
        channel,
        channelFamily,
        account,
        identityMatches,
        kind,
        orderNo,
        transactionId,
        amount,
        paidAt,
        refundId,
        bodyDigest,
        receivedAt,
        null);
  }

  @Override
  public String type() {
    return TYPE;
  }
}

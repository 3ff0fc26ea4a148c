package io.payrelay.common.event;

import io.payrelay.common.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A notification that notify-worker gave up on, for a person to look at. It is replayed through
 * notify-worker's API, never by publishing this again.
 *
 * @param replayNo how often it had been replayed when it died: each death is an episode of its own
 * @param attempts attempts made so far, over all episodes
 * @param lastError the error class of the last attempt
 * @param lastStatus the merchant's last HTTP status, if there was an answer
 * @param host where the notify_url pointed
 */
public record DeadNotification(
    String notificationId,
    int replayNo,
    String merchantNo,
    String orderNo,
    String eventType,
    Money amount,
    int attempts,
    String lastError,
    @Nullable Integer lastStatus,
    String host)
    implements Event {

  public static final String TYPE = "notification.dead";

  @Override
  public String type() {
    return TYPE;
  }
}

package io.payrelay.common.event;

/**
 * Reminds notify-worker that an attempt is due. The database row decides; a nudge whose attempt is
 * not the row's next one is stale.
 */
public record DeliveryNudge(String notificationId, int attempt) implements Event {

  public static final String TYPE = "delivery.nudge";

  @Override
  public String type() {
    return TYPE;
  }
}

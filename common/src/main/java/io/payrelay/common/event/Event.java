package io.payrelay.common.event;

/** What travels through the broker. Each kind has a {@code type} and a schema version. */
public sealed interface Event
    permits CallbackReceived, OrderEvent, DeliveryNudge, DeadNotification {

  /** The wire name, such as {@code payment.succeeded}; it stands in the message's headers. */
  String type();

  /** Grows when a change is not merely an added optional field. */
  default int schemaVersion() {
    return 1;
  }
}

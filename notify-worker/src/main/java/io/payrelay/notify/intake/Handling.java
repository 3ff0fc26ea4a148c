package io.payrelay.notify.intake;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.notify.delivery.Claimed;

/** What is to be done with a message, now that its effect is durable. */
sealed interface Handling {

  /** Acknowledge, then make this attempt. */
  record Attempt(Claimed claimed) implements Handling {}

  /** Acknowledge: there is nothing more to do. */
  record Done(String why) implements Handling {}

  /** Nobody can work it off: dead-letter it with its cause, then acknowledge. */
  record Never(DeadLetterCause cause, String detail) implements Handling {}
}

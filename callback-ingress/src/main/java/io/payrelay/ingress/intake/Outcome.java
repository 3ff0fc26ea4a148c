package io.payrelay.ingress.intake;

import io.payrelay.common.broker.PublishOutcome;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.intake.IngressSettings.MismatchAck;

/** What became of one callback. */
sealed interface Outcome {

  /** The broker has it. */
  record Stored(CallbackReceived callback) implements Outcome {}

  /** This payment is booked already; nothing was published. */
  record AlreadySettled(CallbackReceived callback) implements Outcome {}

  /** The broker has it, so the money is on record, but the order has another amount. */
  record Mismatch(CallbackReceived callback) implements Outcome {}

  /** Genuine, and nothing of ours. */
  record Ignored(String why) implements Outcome {}

  /** The broker has not confirmed it; it may still be stored. The channel has to send it again. */
  record NotStored(CallbackReceived callback, PublishOutcome why) implements Outcome {}

  /** Nothing was published. */
  record Refused(Refusal why, String detail) implements Outcome {}

  /** The table "what each outcome answers". */
  default Acknowledgement answer(Channel channel, MismatchAck mismatchAck) {
    return switch (this) {
      case Stored _, AlreadySettled _, Ignored _ -> channel.accepted();
      case Mismatch _ ->
          switch (mismatchAck) {
            case SUCCESS -> channel.accepted();
            case FAILURE ->
                channel.refused(
                    Refusal.AMOUNT_MISMATCH, "amount or currency is not that of the order");
          };
      case NotStored _ -> channel.refused(Refusal.NOT_STORED, "not taken in: send it again");
      case Refused(var why, var detail) -> channel.refused(why, detail);
    };
  }

  /** As metrics and logs name it. */
  default String label() {
    return switch (this) {
      case Stored _ -> "stored";
      case AlreadySettled _ -> "already_settled";
      case Mismatch _ -> Refusal.AMOUNT_MISMATCH.label();
      case Ignored _ -> "ignored";
      case NotStored _ -> Refusal.NOT_STORED.label();
      case Refused(var why, _) -> why.label();
    };
  }
}

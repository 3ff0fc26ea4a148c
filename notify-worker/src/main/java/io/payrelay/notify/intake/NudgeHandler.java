package io.payrelay.notify.intake;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.DeadNotification;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.event.Event;
import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.delivery.Claim;
import io.payrelay.notify.delivery.Claims;
import io.payrelay.notify.intake.Handling.Attempt;
import io.payrelay.notify.intake.Handling.Done;
import io.payrelay.notify.intake.Handling.Never;
import io.payrelay.notify.messaging.Nudges;
import io.payrelay.notify.plan.RetryPlans;
import org.springframework.stereotype.Component;

/** A nudge asks for an attempt; the row decides whether there is one. */
@Component
class NudgeHandler implements Handler {

  private final Claims claims;
  private final Nudges nudges;
  private final RetryPlans plans;

  NudgeHandler(Claims claims, Nudges nudges, RetryPlans plans) {
    this.claims = claims;
    this.nudges = nudges;
    this.plans = plans;
  }

  @Override
  public Handling handle(Event event, TraceParent trace) {
    return switch (event) {
      case DeliveryNudge nudge -> attempt(nudge, trace);
      case CallbackReceived _, OrderEvent _, DeadNotification _ ->
          new Never(DeadLetterCause.UNKNOWN_TYPE, event.type() + " is no nudge");
    };
  }

  private Handling attempt(DeliveryNudge nudge, TraceParent trace) {
    return switch (claims.claim(nudge.notificationId(), nudge.attempt())) {
      case Claim.Granted(var claimed) -> new Attempt(claimed);
      case Claim.Refused(var why) -> new Done(why);
      case Claim.NotDue(var left) -> {
        // Not stored is no harm: the sweeper finds the row when it is due.
        var outcome = nudges.after(plans.atLeast(left), nudge, trace).join();
        yield new Done("early, scheduled again: " + outcome);
      }
    };
  }
}

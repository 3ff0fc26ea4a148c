package io.payrelay.core.settlement;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.broker.PublishOutcome;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Says to the broker what became of its messages: done, later (a tier), never (a dead letter). A
 * message is acknowledged only after what replaces it is stored; while the broker takes nothing, it
 * stays in hand, because handing it back would count as a delivery.
 */
@Component
class Acknowledger {

  private static final Logger log = LoggerFactory.getLogger(Acknowledger.class);

  /** Between two tries, so that a fault does not become a hot loop. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /**
   * A broker that is away or blocked is waited for. One that says no to this message (its tier is
   * gone, or has no majority) must not hold up the others for ever.
   */
  private static final int MOST_REFUSALS = 30;

  private final ConfirmingPublisher publisher;
  private final Clock clock;

  Acknowledger(ConfirmingPublisher publisher, Clock clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  private record Replacement(
      Delivery delivery, OutboundMessage message, CompletableFuture<PublishOutcome> outcome) {}

  /**
   * Concludes a pass by its outcomes; one without an outcome is handed back.
   *
   * @param active false once it is time to stop
   */
  void conclude(List<Incoming> pass, Map<String, Outcome> outcomes, BooleanSupplier active) {
    var replacements = new ArrayList<Replacement>();
    var back = new ArrayList<Delivery>();
    for (var one : pass) {
      var outcome = outcomes.get(one.arrival().orderNo());
      var delivery = one.delivery();
      switch (outcome) {
        case Outcome.Settled _,
            Outcome.Suspended _,
            Outcome.Duplicate _,
            Outcome.Contradicted _,
            Outcome.Ended _,
            Outcome.RefundNoted _,
            Outcome.Ignored _ ->
            delivery.acknowledge();
        case Outcome.LockBusy _ ->
            replacements.add(replace(delivery, Deferral.untilLockIsFree(one)));
        case Outcome.OrderAbsent(var tier) ->
            replacements.add(replace(delivery, Deferral.untilOrderIsThere(one, tier)));
        case Outcome.Rejected(var why) ->
            replacements.add(replace(delivery, letter(delivery, DeadLetterCause.REJECTED, why)));
        case Outcome.Unfinished _ -> back.add(delivery);
        case null -> back.add(delivery);
      }
    }
    finish(replacements, back, active);
  }

  /** Buries a message that can't be settled. */
  void bury(Delivery delivery, DeadLetterCause cause, String detail, BooleanSupplier active) {
    log.warn("callback.poison delivery={} cause={} detail={}", delivery.messageId(), cause, detail);
    var letter = replace(delivery, letter(delivery, cause, detail));
    finish(List.of(letter), new ArrayList<>(), active);
  }

  private OutboundMessage letter(Delivery delivery, DeadLetterCause cause, String detail) {
    return delivery.letter(cause, detail, clock.instant());
  }

  private Replacement replace(Delivery delivery, OutboundMessage message) {
    return new Replacement(delivery, message, publisher.publish(message));
  }

  private void finish(List<Replacement> replacements, List<Delivery> back, BooleanSupplier active) {
    for (var replacement : replacements) {
      if (isStoredInTheEnd(replacement, active)) {
        replacement.delivery().acknowledge();
      } else {
        back.add(replacement.delivery());
      }
    }
    if (!back.isEmpty()) {
      if (active.getAsBoolean()) {
        pause();
      }
      back.forEach(Delivery::requeue);
    }
  }

  /** Publishes again, with the same id, until it is stored or the message is not ours any more. */
  private boolean isStoredInTheEnd(Replacement replacement, BooleanSupplier active) {
    var outcome = replacement.outcome().join();
    int refusals = 0;
    while (!outcome.isStored()
        && refusals < MOST_REFUSALS
        && active.getAsBoolean()
        && replacement.delivery().isOurs()) {
      refusals += isAboutThisMessage(outcome) ? 1 : 0;
      log.warn(
          "callback.unreplaced delivery={} outcome={}",
          replacement.delivery().messageId(),
          outcome);
      pause();
      outcome = publisher.publishAndAwait(replacement.message());
    }
    return outcome.isStored();
  }

  private static boolean isAboutThisMessage(PublishOutcome outcome) {
    return outcome instanceof PublishOutcome.Refused(var reason)
        && switch (reason) {
          case UNROUTABLE, NACKED -> true;
          case BLOCKED, BROKER_AWAY, OVERLOADED, CLOSED -> false;
        };
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

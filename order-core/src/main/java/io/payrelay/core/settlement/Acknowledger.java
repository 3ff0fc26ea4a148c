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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Says to the broker what became of its messages: done, later (a tier), never (a dead letter). A
 * message is acknowledged only after what replaces it is stored.
 */
@Component
class Acknowledger {

  private static final Logger log = LoggerFactory.getLogger(Acknowledger.class);

  /** Before a message is handed back, so that a fault does not become a hot loop. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ConfirmingPublisher publisher;
  private final Clock clock;

  Acknowledger(ConfirmingPublisher publisher, Clock clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  private record Replacement(Delivery delivery, CompletableFuture<PublishOutcome> outcome) {}

  /** Concludes a pass by its outcomes; one without an outcome is handed back. */
  void conclude(List<Incoming> pass, Map<String, Outcome> outcomes) {
    var replacements = new ArrayList<Replacement>();
    var back = new ArrayList<Delivery>();
    for (var one : pass) {
      var outcome = outcomes.get(one.arrival().orderNo());
      var delivery = one.delivery();
      switch (outcome) {
        case Outcome.Settled _,
            Outcome.Suspended _,
            Outcome.Duplicate _,
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
    finish(replacements, back);
  }

  /** Buries a message that can't be settled. */
  void bury(Delivery delivery, DeadLetterCause cause, String detail) {
    log.warn("callback.poison delivery={} cause={} detail={}", delivery.messageId(), cause, detail);
    finish(List.of(replace(delivery, letter(delivery, cause, detail))), new ArrayList<>());
  }

  private OutboundMessage letter(Delivery delivery, DeadLetterCause cause, String detail) {
    return delivery.letter(cause, detail, clock.instant());
  }

  private Replacement replace(Delivery delivery, OutboundMessage message) {
    return new Replacement(delivery, publisher.publish(message));
  }

  private static void finish(List<Replacement> replacements, List<Delivery> back) {
    for (var replacement : replacements) {
      var outcome = replacement.outcome().join();
      if (outcome.isStored()) {
        replacement.delivery().acknowledge();
      } else {
        log.warn(
            "callback.unreplaced delivery={} outcome={}",
            replacement.delivery().messageId(),
            outcome);
        back.add(replacement.delivery());
      }
    }
    if (!back.isEmpty()) {
      pause();
      back.forEach(Delivery::requeue);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.payrelay.notify.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.config.NotifySettings;
import io.payrelay.notify.deadletter.DeadLetters;
import io.payrelay.notify.delivery.AttemptRecords.Recorded;
import io.payrelay.notify.http.Answer;
import io.payrelay.notify.http.ErrorClass;
import io.payrelay.notify.http.Phases;
import io.payrelay.notify.messaging.Nudges;
import io.payrelay.notify.messaging.Patience;
import io.payrelay.notify.messaging.Stopping;
import io.payrelay.notify.plan.RetryPlans;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/**
 * Makes attempts: calls the merchant outside any transaction, records, and takes the next step. The
 * row is updated before anything is published, so a crash leaves an overdue row, never a lost one.
 */
@Component
public class Attempts implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Attempts.class);

  /** After so many attempts without a record, something kills the workers: a person must look. */
  private static final int MOST_LOST = 5;

  private final Caller caller;
  private final AttemptRecords records;
  private final RetryPlans plans;
  private final Nudges nudges;
  private final DeadLetters deadLetters;
  private final Patience patience;
  private final Stopping stopping;
  private final Clock clock;
  private final MeterRegistry meters;
  private final Duration retryAfterCap;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("attempt-", 0).factory());

  Attempts(
      Caller caller,
      AttemptRecords records,
      RetryPlans plans,
      Nudges nudges,
      DeadLetters deadLetters,
      Patience patience,
      Stopping stopping,
      Clock clock,
      MeterRegistry meters,
      NotifySettings settings) {
    this.caller = caller;
    this.records = records;
    this.plans = plans;
    this.nudges = nudges;
    this.deadLetters = deadLetters;
    this.patience = patience;
    this.stopping = stopping;
    this.clock = clock;
    this.meters = meters;
    this.retryAfterCap = settings.retryAfterCap();
  }

  /** Makes the attempt on a thread of its own and then gives the place back. */
  public void start(Claimed claimed, InFlight.Place place) {
    threads.execute(
        () -> {
          try (place) {
            attempt(claimed);
          } catch (RuntimeException e) {
            // The lease ends, and the sweeper finds the row.
            log.error("notification.attempt id={} left unrecorded", claimed.notificationId(), e);
          }
        });
  }

  void attempt(Claimed claimed) {
    try (var _ = MDC.putCloseable(TraceParent.LOG_KEY, claimed.trace().traceId())) {
      if (claimed.lostInARow() > MOST_LOST) {
        conclude(claimed, tooOftenLost(), new NextStep.GiveUp(DeadLetterCause.REJECTED));
        return;
      }
      var answer = caller.call(claimed);
      var plan = plans.named(claimed.plan());
      conclude(
          claimed,
          answer,
          NextStep.after(answer, plan, claimed.planPosition(), plans, retryAfterCap));
    }
  }

  private void conclude(Claimed claimed, Answer answer, NextStep next) {
    var recorded = record(claimed, answer, next);
    report(claimed, answer, next.text(), recorded);
    if (recorded.isPresent() && recorded.get() instanceof Recorded.Applied(var nextAttempt)) {
      follow(claimed, next, nextAttempt);
    }
  }

  /**
   * A manual attempt: whatever the answer, the plan goes on as it was, unless the merchant said
   * yes.
   */
  Answer attemptManually(Claimed claimed) {
    try (var _ = MDC.putCloseable(TraceParent.LOG_KEY, claimed.trace().traceId())) {
      var answer = caller.call(claimed);
      switch (answer) {
        case Answer.Accepted _ -> record(claimed, answer, new NextStep.Done());
        case Answer.Failed _ -> records.logOnly(claimed, answer);
      }
      report(claimed, answer, "unchanged", Optional.empty());
      return answer;
    }
  }

  private static Answer tooOftenLost() {
    return new Answer.Failed(
        ErrorClass.LOST, null, "workers ended during the attempts", null, Phases.NONE);
  }

  private Optional<Recorded> record(Claimed claimed, Answer answer, NextStep next) {
    try {
      return insist(claimed, answer, next);
    } catch (RuntimeException e) {
      // What the merchant said can't be stored; that it was asked must be.
      log.warn("notification.record id={} error={}", claimed.notificationId(), e.toString());
      return insist(claimed, withoutExcerpt(answer), next);
    }
  }

  private Optional<Recorded> insist(Claimed claimed, Answer answer, NextStep next) {
    BooleanSupplier leased = () -> clock.instant().isBefore(claimed.leaseUntil());
    BooleanSupplier worthIt =
        switch (answer) {
          // A success wins whenever it is recorded; a failure counts under its lease alone.
          case Answer.Accepted _ -> () -> leased.getAsBoolean() || !stopping.hasBegun();
          case Answer.Failed _ -> leased;
        };
    return patience.insistWhile("record", worthIt, () -> records.record(claimed, answer, next));
  }

  private static Answer withoutExcerpt(Answer answer) {
    return switch (answer) {
      case Answer.Accepted(var status, _, var phases) -> new Answer.Accepted(status, "", phases);
      case Answer.Failed(var error, var status, _, var retryAfter, var phases) ->
          new Answer.Failed(error, status, "", retryAfter, phases);
    };
  }

  private void follow(Claimed claimed, NextStep next, int nextAttempt) {
    switch (next) {
      case NextStep.Done _ -> {}
      case NextStep.Again(var tier, _) -> {
        var nudge = new DeliveryNudge(claimed.notificationId(), nextAttempt);
        var outcome = nudges.after(tier, nudge, claimed.trace()).join();
        if (!outcome.isStored()) {
          // The row is due by itself: the sweeper nudges when the time has come.
          log.warn("notification.nudge id={} outcome={}", claimed.notificationId(), outcome);
        }
      }
      case NextStep.GiveUp _ -> deadLetters.publish(claimed.notificationId());
    }
  }

  private void report(Claimed claimed, Answer answer, String next, Optional<Recorded> recorded) {
    boolean superseded = recorded.isPresent() && recorded.get() instanceof Recorded.Superseded;
    meters
        .timer(
            "payrelay.notify.attempt", "outcome", answer.outcome(), "kind", claimed.kind().name())
        .record(Duration.ofMillis(answer.phases().total()));
    log.info(
        "notification.attempt id={} order={} kind={} attempt={} outcome={} status={} ms={} next={}",
        claimed.notificationId(),
        claimed.orderNo(),
        claimed.kind(),
        claimed.attempt(),
        answer.outcome(),
        answer.httpStatus() == null ? "-" : answer.httpStatus(),
        answer.phases().total(),
        superseded ? "superseded" : next);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

package io.payrelay.notify.messaging;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Holds on through trouble that passes (a database that is away), with growing pauses. A message is
 * held meanwhile, not handed back: the broker would deliver it at once, and count.
 */
@Component
public class Patience {

  private static final Logger log = LoggerFactory.getLogger(Patience.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Stopping stopping;

  Patience(Stopping stopping) {
    this.stopping = stopping;
  }

  /** Repeats the step through passing trouble; empty if the worker stops before it worked. */
  public <T> Optional<T> insist(String what, Supplier<T> step) {
    return insistWhile(what, () -> !stopping.hasBegun(), step);
  }

  /**
   * Repeats the step through passing trouble for as long as it is worth it; tries once at least.
   */
  public <T> Optional<T> insistWhile(String what, BooleanSupplier worthIt, Supplier<T> step) {
    var pause = FIRST_PAUSE;
    while (true) {
      try {
        return Optional.of(step.get());
      } catch (RuntimeException e) {
        if (!isPassing(e)) {
          throw e;
        }
        log.warn("hold what={} pause={} error={}", what, pause, e.toString());
      }
      rest(pause);
      if (!worthIt.getAsBoolean() || Thread.currentThread().isInterrupted()) {
        return Optional.empty();
      }
      var doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
  }

  /** Pauses end early when stopping begins, but what goes on after that must not spin. */
  private void rest(Duration pause) {
    if (!stopping.hasBegun()) {
      stopping.pause(pause);
      return;
    }
    try {
      Thread.sleep(FIRST_PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The one place that tells trouble of the database from trouble with the data. */
  public static boolean isPassing(RuntimeException e) {
    return switch (e) {
      case DataIntegrityViolationException _,
          InvalidDataAccessResourceUsageException _,
          InvalidDataAccessApiUsageException _ ->
          false; // the same again whenever it is tried
      case TransactionException _, DataAccessException _ -> true;
      default -> false;
    };
  }
}

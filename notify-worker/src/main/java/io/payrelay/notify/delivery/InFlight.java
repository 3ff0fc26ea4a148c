package io.payrelay.notify.delivery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.notify.config.NotifySettings;
import io.payrelay.notify.messaging.Stopping;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;

/**
 * Bounds the attempts under way. Retries may use only a part of the places, so that fresh work goes
 * first however many retries wait.
 */
@Component
public class InFlight {

  private static final Duration GLANCE = Duration.ofMillis(250);

  private final Stopping stopping;
  private final int most;
  private final Semaphore all;
  private final Semaphore retries;

  InFlight(NotifySettings settings, Stopping stopping, MeterRegistry meters) {
    this.stopping = stopping;
    this.most = settings.maxInFlight();
    this.all = new Semaphore(most);
    this.retries = new Semaphore(settings.maxRetriesInFlight());
    Gauge.builder("payrelay.notify.in.flight", this, InFlight::count).register(meters);
  }

  /** What kind of attempt asks for a place. */
  public enum Lane {
    FRESH,
    RETRY
  }

  /** One place; giving it back twice is harmless. */
  public static final class Place implements AutoCloseable {

    private final Runnable giveBack;
    private final AtomicBoolean given = new AtomicBoolean();

    private Place(Runnable giveBack) {
      this.giveBack = giveBack;
    }

    @Override
    public void close() {
      if (given.compareAndSet(false, true)) {
        giveBack.run();
      }
    }
  }

  /** Waits for a place; empty if the worker stops first. */
  public Optional<Place> take(Lane lane) {
    return switch (lane) {
      case FRESH -> take(all) ? Optional.of(new Place(all::release)) : Optional.empty();
      case RETRY -> takeForRetry();
    };
  }

  private Optional<Place> takeForRetry() {
    if (!take(retries)) {
      return Optional.empty();
    }
    if (!take(all)) {
      retries.release();
      return Optional.empty();
    }
    return Optional.of(
        new Place(
            () -> {
              all.release();
              retries.release();
            }));
  }

  private boolean take(Semaphore places) {
    try {
      while (!stopping.hasBegun()) {
        if (places.tryAcquire(GLANCE.toMillis(), TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  public int count() {
    return most - all.availablePermits();
  }

  /** Waits until nothing is under way; false if that takes too long. */
  public boolean drain(Duration patience) {
    try {
      return all.tryAcquire(most, patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

package io.payrelay.notify.messaging;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Whether this worker is about to end: every wait of a consumer watches it. */
@Component
public final class Stopping {

  private final CountDownLatch begun = new CountDownLatch(1);

  /** Begins; there is no way back. */
  public void begin() {
    begun.countDown();
  }

  public boolean hasBegun() {
    return begun.getCount() == 0;
  }

  /** Waits, at most until stopping begins; true if it has. */
  public boolean pause(Duration time) {
    try {
      return begun.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}

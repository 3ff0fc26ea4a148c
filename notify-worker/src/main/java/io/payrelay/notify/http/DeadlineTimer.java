package io.payrelay.notify.http;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ends attempts whose time is over, whatever they are doing: socket timeouts are per read. */
final class DeadlineTimer implements AutoCloseable {

  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("attempt-deadline").factory());

  DeadlineTimer() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /**
   * Starts the current thread's deadline; when it passes, {@code abort} runs, on another thread.
   */
  Running start(Duration deadline, Runnable abort) {
    var running = new Running(deadline, Thread.currentThread(), abort);
    running.alarm = timer.schedule(running::fire, deadline.toNanos(), TimeUnit.NANOSECONDS);
    return running;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** One attempt's deadline. After {@link #close} it never disturbs the thread again. */
  static final class Running implements AutoCloseable {

    private final long end;
    private final Thread thread;
    private final Runnable abort;
    private @Nullable ScheduledFuture<?> alarm;
    private boolean over;
    private boolean fired;

    private Running(Duration deadline, Thread thread, Runnable abort) {
      this.end = System.nanoTime() + deadline.toNanos();
      this.thread = thread;
      this.abort = abort;
    }

    private synchronized void fire() {
      if (!over) {
        fired = true;
        abort.run();
        // Closes the socket that a virtual thread is blocked on, even in the middle of a handshake.
        thread.interrupt();
      }
    }

    Duration left() {
      return Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
    }

    synchronized boolean hasFired() {
      return fired;
    }

    @Override
    public void close() {
      var pending = alarm;
      if (pending != null) {
        pending.cancel(false);
      }
      synchronized (this) {
        over = true;
        if (fired) {
          Thread.interrupted(); // ours: the thread goes on to record the outcome
        }
      }
    }
  }
}

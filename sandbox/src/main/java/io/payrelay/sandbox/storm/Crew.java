package io.payrelay.sandbox.storm;

import io.payrelay.sandbox.stack.RefusedException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Does numbered jobs on virtual threads. The first job that fails ends the whole. */
final class Crew {

  private Crew() {}

  /** A numbered job. */
  @FunctionalInterface
  interface Job {
    void run(int number) throws InterruptedException;
  }

  /** A closed loop: each worker takes the next job when its last one is done. */
  static void work(int workers, int jobs, Job job) throws InterruptedException {
    var next = new AtomicInteger();
    Callable<Void> worker =
        () -> {
          for (int i = next.getAndIncrement(); i < jobs; i = next.getAndIncrement()) {
            job.run(i);
          }
          return null;
        };
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ExecutorCompletionService<Void>(executor);
      int started = Math.min(workers, jobs);
      for (int i = 0; i < started; i++) {
        var _ = running.submit(worker);
      }
      await(executor, running, started);
    }
  }

  /** An open loop: each job starts at its time, however long others take. */
  static void atRate(int perSecond, int jobs, Job job) throws InterruptedException {
    long start = System.nanoTime();
    long gap = Duration.ofSeconds(1).toNanos() / perSecond;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ExecutorCompletionService<Void>(executor);
      for (int i = 0; i < jobs; i++) {
        Thread.sleep(Duration.ofNanos(Math.max(0, start + i * gap - System.nanoTime())));
        int number = i;
        var _ =
            running.submit(
                () -> {
                  job.run(number);
                  return null;
                });
      }
      await(executor, running, jobs);
    }
  }

  /** Looks at them as they end, so that a failure is seen while others still run. */
  private static void await(
      ExecutorService executor, ExecutorCompletionService<Void> running, int count)
      throws InterruptedException {
    try {
      for (int i = 0; i < count; i++) {
        running.take().get();
      }
    } catch (ExecutionException e) {
      executor.shutdownNow();
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      throw new RefusedException("interrupted: " + e.getCause());
    } catch (InterruptedException e) {
      executor.shutdownNow();
      throw e;
    }
  }
}

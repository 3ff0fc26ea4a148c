package io.payrelay.sandbox.storm;

import io.payrelay.sandbox.stack.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<Void>>();
      for (int worker = 0; worker < Math.min(workers, jobs); worker++) {
        running.add(
            submit(
                executor,
                () -> {
                  for (int i = next.getAndIncrement(); i < jobs; i = next.getAndIncrement()) {
                    job.run(i);
                  }
                  return null;
                }));
      }
      await(executor, running);
    }
  }

  /** An open loop: each job starts at its time, however long others take. */
  static void atRate(int perSecond, int jobs, Job job) throws InterruptedException {
    long start = System.nanoTime();
    long gap = Duration.ofSeconds(1).toNanos() / perSecond;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<Void>>();
      for (int i = 0; i < jobs; i++) {
        Thread.sleep(Duration.ofNanos(Math.max(0, start + i * gap - System.nanoTime())));
        int number = i;
        running.add(
            submit(
                executor,
                () -> {
                  job.run(number);
                  return null;
                }));
      }
      await(executor, running);
    }
  }

  private static Future<Void> submit(ExecutorService executor, Callable<Void> work) {
    return executor.submit(work);
  }

  private static void await(ExecutorService executor, Iterable<Future<Void>> running)
      throws InterruptedException {
    try {
      for (var one : running) {
        one.get();
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

package io.payrelay.sandbox.storm;

import io.payrelay.sandbox.audit.AckedPayment;
import io.payrelay.sandbox.channel.CallbackSender;
import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.report.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Sends all callbacks of a storm, and counts what became of them. */
final class Sending {

  private final StormPlan plan;
  private final List<StormOrder> orders;
  private final CallbackSender sender;
  private final Progress progress;

  private final LongAdder attempts = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder firstTry = new LongAdder();
  private final LongAdder done = new LongAdder();
  private final Map<String, AckedPayment> payments = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable String> lastProblem = new AtomicReference<>();
  private volatile Duration took = Duration.ZERO;

  Sending(StormPlan plan, List<StormOrder> orders, CallbackSender sender, Progress progress) {
    this.plan = plan;
    this.orders = orders;
    this.sender = sender;
    this.progress = progress;
  }

  void run() throws InterruptedException {
    var sequence = SendingOrder.of(plan.orders(), plan.duplicates(), plan.seed());
    Crew.Job send = i -> send(orders.get(sequence[i]));
    long start = System.nanoTime();
    if (plan.rate() > 0) {
      Crew.atRate(plan.rate(), sequence.length, send);
    } else {
      Crew.work(plan.callers(), sequence.length, send);
    }
    took = Duration.ofNanos(System.nanoTime() - start);
    progress.finish(line());
  }

  private void send(StormOrder order) throws InterruptedException {
    var delivered = sender.send(order.channel(), order.account(), order.notice());
    attempts.add(delivered.attempts());
    done.increment();
    switch (delivered) {
      case Delivered.Acknowledged(int tries) -> {
        acknowledged.increment();
        if (tries == 1) {
          firstTry.increment();
        }
        payments.putIfAbsent(order.orderNo(), promise(order));
      }
      case Delivered.GivenUp(_, var lastAnswer) -> lastProblem.set(lastAnswer);
    }
    progress.show(line());
  }

  private String line() {
    var problem = lastProblem.get();
    return "callbacks %d/%d, acknowledged %d (%d at the first try)%s"
        .formatted(
            done.sum(),
            plan.callbacks(),
            acknowledged.sum(),
            firstTry.sum(),
            problem == null ? "" : ", given up: " + problem);
  }

  private static AckedPayment promise(StormOrder order) {
    return new AckedPayment(
        order.channel().family(),
        order.account().account(),
        order.notice().transactionId(),
        order.orderNo(),
        order.notice().amount().minor());
  }

  /** What it came to. */
  Sent sent() {
    return new Sent(done.sum(), attempts.sum(), acknowledged.sum(), firstTry.sum(), took);
  }

  /** Each payment that the channel was promised, once. */
  List<AckedPayment> acknowledged() {
    return List.copyOf(payments.values());
  }
}

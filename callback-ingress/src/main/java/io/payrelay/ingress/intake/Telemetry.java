package io.payrelay.ingress.intake;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.payrelay.common.event.CallbackReceived;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Counts every callback and writes its one wide line. Thread-safe. */
@Component
final class Telemetry {

  private static final Logger log = LoggerFactory.getLogger(Telemetry.class);
  private static final String CALLBACKS = "payrelay.ingress.callbacks";

  private record Kind(String channel, String outcome) {}

  private final MeterRegistry meters;
  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

  // A flood of forgeries must not become a flood of lines; the metrics count them all.
  private final LineBudget refusals = new LineBudget(20, System::nanoTime);

  Telemetry(MeterRegistry meters) {
    this.meters = meters;
  }

  void watchInFlight(Semaphore permits, int most) {
    Gauge.builder("payrelay.ingress.in.flight", permits, p -> most - p.availablePermits())
        .description(
            "callbacks being worked on; more than payrelay.ingress.max-in-flight are refused")
        .register(meters);
  }

  void unknownChannel() {
    meters.counter("payrelay.ingress.unknown.channel").increment();
  }

  /**
   * Tells of one callback.
   *
   * @param account a configured one, or {@code unknown}
   * @param start by {@link System#nanoTime}
   */
  void record(String channel, String account, Outcome outcome, long start) {
    var took = Duration.ofNanos(System.nanoTime() - start);
    timers
        .computeIfAbsent(
            new Kind(channel, outcome.label()),
            kind -> meters.timer(CALLBACKS, "channel", kind.channel(), "outcome", kind.outcome()))
        .record(took);
    switch (outcome) {
      case Outcome.Stored(var callback) -> received(callback, outcome, took);
      case Outcome.AlreadySettled(var callback) -> received(callback, outcome, took);
      case Outcome.Mismatch(var callback) -> received(callback, outcome, took);
      case Outcome.Ignored(var why) ->
          log.info("callback.ignored channel={} account={} why=\"{}\"", channel, account, why);
      case Outcome.NotStored(var callback, var why) -> {
        var detail =
            "order=%s delivery=%s %s".formatted(callback.orderNo(), callback.deliveryId(), why);
        refused(channel, account, outcome, detail, took);
      }
      case Outcome.Refused(_, var detail) -> refused(channel, account, outcome, detail, took);
    }
  }

  private void refused(
      String channel, String account, Outcome outcome, String detail, Duration took) {
    var reason = outcome.label();
    meters
        .counter(
            "payrelay.ingress.rejections", "channel", channel, "account", account, "reason", reason)
        .increment();
    refusals
        .take()
        .ifPresent(
            heldBack ->
                log.info(
                    "callback.refused channel={} account={} reason={} ms={} detail=\"{}\""
                        + " held_back={}",
                    channel,
                    account,
                    reason,
                    took.toMillis(),
                    detail,
                    heldBack));
  }

  private static void received(CallbackReceived callback, Outcome outcome, Duration took) {
    log.info(
        "callback.received channel={} account={} outcome={} kind={} order={} transaction={}"
            + " delivery={} ms={}",
        callback.channel(),
        callback.account(),
        outcome.label(),
        callback.kind(),
        callback.orderNo(),
        callback.transactionId(),
        callback.deliveryId(),
        took.toMillis());
  }
}

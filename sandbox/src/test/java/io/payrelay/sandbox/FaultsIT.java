package io.payrelay.sandbox;

import static io.payrelay.sandbox.RunningStack.AMOUNT;
import static io.payrelay.sandbox.RunningStack.CHANNEL;
import static io.payrelay.sandbox.RunningStack.CLOCK;
import static io.payrelay.sandbox.RunningStack.accountOf;
import static io.payrelay.sandbox.RunningStack.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.report.Report;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parts that fall over in the middle of a storm: none of its sums changes. */
class FaultsIT {

  private static final int ORDERS = 40;
  private static final int DUPLICATES = 5;
  private static final int RATE = 50;

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    executor.shutdownNow();
  }

  @AfterAll
  static void the_books_hold() throws Exception {
    RunningStack.assertBooksHold();
  }

  /** Does something to the stack. */
  @FunctionalInterface
  private interface Fault {
    void happen() throws Exception;
  }

  /** Lets it happen when about a third of the callbacks have been sent. */
  private Report stormWith(Fault fault) throws Exception {
    long before = payments();
    Callable<Report> storm =
        () -> RunningStack.run(RunningStack.stormAtRate(ORDERS, DUPLICATES, RATE));
    var running = executor.submit(storm);
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> running.isDone() || payments() - before >= ORDERS / 3);
    assertThat(running.isDone()).isFalse();

    fault.happen();

    var report = running.get();
    StormIT.assertAllHolds(report);
    assertThat(report.figure("acknowledged")).isEqualTo(ORDERS * DUPLICATES);
    return report;
  }

  private static long payments() throws Exception {
    try (var database = RunningStack.database()) {
      return database.number("select count(*) from core.channel_payment");
    }
  }

  @Test
  void redis_forgets_everything() throws Exception {
    stormWith(() -> stack().payrelay("shell", "redis", "FLUSHALL"));
  }

  @Test
  void redis_stops_and_comes_back() throws Exception {
    stormWith(() -> stack().stop("redis"));

    stack().start("redis");
    StormIT.assertAllHolds(RunningStack.run(RunningStack.storm(10, 3, 10)));
  }

  @Test
  void the_broker_restarts() throws Exception {
    var report =
        stormWith(
            () -> {
              stack().stop("rabbitmq");
              stack().start("rabbitmq");
            });

    // The channels have felt it: not everything was acknowledged at the first try.
    assertThat(report.figure("acknowledged_first_try")).isLessThan(ORDERS * DUPLICATES);
  }

  @Test
  void order_core_is_killed_and_comes_back() throws Exception {
    stormWith(
        () -> {
          stack().kill("order-core");
          stack().start("order-core");
        });
  }

  @Test
  void order_core_restarts_in_an_orderly_way() throws Exception {
    stormWith(
        () -> {
          stack().stop("order-core");
          stack().start("order-core");
        });
  }

  @Test
  void without_the_broker_callbacks_are_refused_at_once_and_taken_soon_after_it_is_back()
      throws Exception {
    var account = accountOf("sandbox");
    var orderNo = RunningStack.payingOrder("sandbox");
    var notice = Notice.paid(orderNo, "T" + orderNo, AMOUNT, CLOCK.instant());
    var channel = RunningStack.channelThatGivesUpAfter(Duration.ofSeconds(60));
    stack().stop("rabbitmq");
    try {
      for (int i = 0; i < 3; i++) {
        long start = System.nanoTime();
        var answer = channel.once(account, CHANNEL.sign(notice, account, CLOCK.instant()));

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().path("code").asString("")).isEqualTo("FAIL");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
      }
    } finally {
      stack().start("rabbitmq");
    }
    long start = System.nanoTime();
    assertThat(channel.send(CHANNEL, account, notice)).isInstanceOf(Delivered.Acknowledged.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> RunningStack.sink().of(orderNo).stream().anyMatch(one -> one.isAccepted()));
  }
}

package io.payrelay.sandbox.demo;

import io.payrelay.common.signing.StandardWebhooks.Verification;
import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.merchant.Receipt;
import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.stack.Await;
import io.payrelay.sandbox.storm.Books;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** First act: ten identical callbacks at once, and one payment. */
final class PaidOnce {

  private static final int CALLBACKS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final World world;
  private final Tally tally;

  PaidOnce(World world, Tally tally) {
    this.world = world;
    this.tally = tally;
  }

  /** Plays the act; answers the order number. */
  String play() throws InterruptedException {
    tally.scene("A payment that the channel tells ten times at once");
    var merchant = world.stack().merchant("sandbox");
    var orderNo = world.order(merchant);
    tally.step("the merchant created order " + orderNo + " of " + World.AMOUNT + "; it is PAYING");
    long acknowledged = send(orderNo);
    tally.figure("acknowledged", acknowledged);
    tally.check(
        CALLBACKS + " identical signed callbacks at once: " + acknowledged + " success acks",
        Check.equal("ten success acks", (long) CALLBACKS, acknowledged));
    var heard =
        Await.until(
            PATIENCE,
            () -> world.sink().of(orderNo).stream().filter(Receipt::isAccepted).findAny());
    tally.check(
        "the merchant got a notification and verified its signature",
        Check.that(
            heard.isPresent(),
            "the merchant heard of it",
            "a verified notification",
            heard.map(Receipt::notificationId).orElse("none in " + PATIENCE.toSeconds() + " s")));
    heard.ifPresent(receipt -> tally.note(receipt.notificationId() + " " + receipt.eventType()));
    return orderNo;
  }

  private long send(String orderNo) throws InterruptedException {
    var account = world.stack().merchant("sandbox").accountAt(World.CHANNEL.channel());
    var callback = World.CHANNEL.sign(world.paid(orderNo), account, world.clock().instant());
    var start = new CyclicBarrier(CALLBACKS);
    Callable<Delivered> oneOfTen =
        () -> {
          start.await();
          return world.sender().send(World.CHANNEL, account, () -> callback);
        };
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      return executor.invokeAll(Collections.nCopies(CALLBACKS, oneOfTen)).stream()
          .map(Future::resultNow)
          .filter(PaidOnce::isAcknowledged)
          .count();
    }
  }

  private static boolean isAcknowledged(Delivered delivered) {
    return switch (delivered) {
      case Delivered.Acknowledged _ -> true;
      case Delivered.GivenUp _ -> false;
    };
  }

  /** Looks at the books, when whatever could still have come has come. */
  void judge(String orderNo) throws SQLException, InterruptedException {
    tally.scene("What the books say about the first order now");
    var books = Books.of(world.database(), List.of(orderNo));
    var receipts = world.sink().of(orderNo);
    long ids = receipts.stream().map(Receipt::notificationId).distinct().count();
    long bad = receipts.stream().filter(one -> one.signature() != Verification.VALID).count();
    tally.figure("settled", books.settled());
    tally.figure("ledger_transactions", books.ledgerTransactions());
    tally.figure("balance_minor", books.balanceMinor());
    tally.figure("notification_ids", ids);
    tally.figure("signatures_bad", bad);
    tally.check("one settlement", Check.equal("one settlement", 1L, books.settled()));
    tally.check(
        "one ledger transaction",
        Check.equal("one ledger transaction", 1L, books.ledgerTransactions()));
    tally.check(
        "the merchant's balance grew by exactly " + World.AMOUNT,
        Check.equal("balance", World.AMOUNT.minor(), books.balanceMinor()));
    tally.check(
        "one notification id at the merchant, every signature good",
        Check.that(
            ids == 1 && bad == 0,
            "one notification id, verified",
            "1 id, 0 bad",
            ids + " id, " + bad + " bad"));
  }
}

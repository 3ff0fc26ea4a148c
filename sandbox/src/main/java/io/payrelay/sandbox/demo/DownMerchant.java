package io.payrelay.sandbox.demo;

import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.merchant.Receipt;
import io.payrelay.sandbox.report.Check;
import io.payrelay.sandbox.stack.Await;
import io.payrelay.sandbox.stack.Merchant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Second act: a merchant that is down, its dead letter, and the replay. */
final class DownMerchant {

  private static final String NAME = "down";
  private static final int STATUS = 503;
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final World world;
  private final Tally tally;
  private final Merchant merchant;

  DownMerchant(World world, Tally tally) {
    this.world = world;
    this.tally = tally;
    this.merchant = world.stack().merchant(NAME);
  }

  void play() throws InterruptedException {
    tally.scene("A merchant that is down");
    tally.figure("dead_letters_replayed", 0);
    world.sink().fail(NAME, STATUS);
    try {
      var orderNo = pay();
      var letter = watchItDie(orderNo);
      if (letter.isPresent()) {
        show(letter.get());
        replay(orderNo, letter.get());
      }
    } finally {
      world.sink().recover(NAME);
    }
  }

  private String pay() throws InterruptedException {
    var orderNo = world.order(merchant);
    var sent =
        world
            .sender()
            .send(World.CHANNEL, merchant.accountAt(World.CHANNEL.channel()), world.paid(orderNo));
    tally.check(
        "order " + orderNo + " is paid, but its merchant answers " + STATUS,
        Check.that(
            sent instanceof Delivered.Acknowledged,
            "the down merchant's payment is acknowledged",
            "an ack",
            sent.toString()));
    return orderNo;
  }

  /** The retry plan is 1s, 2s, 3s: four attempts, then the dead-letter queue. */
  private Optional<JsonNode> watchItDie(String orderNo) throws InterruptedException {
    var seen = new int[] {0};
    var letter =
        Await.until(
            PATIENCE,
            () -> {
              var receipts = world.sink().of(orderNo);
              for (; seen[0] < receipts.size(); seen[0]++) {
                narrate(seen[0], receipts);
              }
              return held(orderNo);
            });
    tally.check(
        "the plan is used up; the letter is in ops-console's store",
        Check.that(
            letter.isPresent(),
            "the notification is dead-lettered",
            "a dead letter",
            letter.map(one -> one.path("cause").asString("?")).orElse("none")));
    return letter;
  }

  private void narrate(int index, List<Receipt> receipts) {
    var receipt = receipts.get(index);
    var since =
        index == 0
            ? ""
            : ", %.1f s after the one before"
                .formatted(
                    Duration.between(receipts.get(index - 1).receivedAt(), receipt.receivedAt())
                            .toMillis()
                        / 1000.0);
    tally.step("attempt %d answered %d%s".formatted(index + 1, receipt.status(), since));
  }

  private Optional<JsonNode> held(String orderNo) throws InterruptedException {
    return StreamSupport.stream(world.operator().deadLettersOf(orderNo).spliterator(), false)
        .filter(letter -> letter.path("state").asString("").equals("HELD"))
        .findFirst();
  }

  private void show(JsonNode listed) throws InterruptedException {
    var letter = world.operator().deadLetter(listed.path("id").asString());
    tally.check(
        "ops-console shows it: " + listed.path("cause").asString("?"),
        Check.equal(
            "shown by ops-console", listed.path("id").asString(), letter.path("id").asString("")));
    tally.note(listed.path("detail").asString(""));
    tally.note(
        "id %s, message %s, fault %s"
            .formatted(
                listed.path("id").asString(),
                listed.path("messageId").asString("?"),
                listed.path("fault").asString("?")));
  }

  private void replay(String orderNo, JsonNode letter) throws InterruptedException {
    world.sink().recover(NAME);
    tally.step("the merchant is up again");
    var outcome =
        world
            .operator()
            .replay(letter.path("id").asString(), "the merchant is up again")
            .path("outcome")
            .asString("?");
    tally.check("an operator replays the letter", Check.equal("replayed", "REPLAYED", outcome));
    tally.figure("dead_letters_replayed", outcome.equals("REPLAYED") ? 1 : 0);
    var heard =
        Await.until(
            PATIENCE,
            () -> world.sink().of(orderNo).stream().filter(Receipt::isAccepted).findAny());
    long ids = world.sink().of(orderNo).stream().map(Receipt::notificationId).distinct().count();
    tally.check(
        "the merchant received and verified it, under the same notification id",
        Check.that(
            heard.isPresent() && ids == 1,
            "the replayed notification arrives under its id",
            "1 id, accepted",
            ids + " id, " + heard.map(_ -> "accepted").orElse("not accepted")));
  }
}

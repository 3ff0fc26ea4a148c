package io.payrelay.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.broker.Names;
import io.payrelay.testkit.Reply;
import io.payrelay.testkit.Servers;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Servers go away and come back; nothing is lost, nothing spins, nothing is restarted. */
class OutageTest extends WorkerTest {

  private static final Duration RECOVERY = Duration.ofSeconds(60);

  @Test
  void fault_14_after_a_restart_of_the_broker_everything_is_delivered() {
    receiver.then(Reply.answer(500, ""));
    var retried = idOf(settle("short"));
    await().atMost(SOON).until(() -> number(retried, "next_attempt") == 2);

    Servers.rabbit().stop();
    assertThat(sweeper.sweep().nudged()).isZero();
    Servers.rabbit().start();

    var event = settled(merchant("default").merchantNo());
    await().atMost(RECOVERY).until(publisher::isReady);
    publish(event);
    awaitState(idOf(event.orderNo()), "DELIVERED", RECOVERY);
    await()
        .atMost(RECOVERY)
        .until(
            () -> {
              sweeper.sweep();
              return text(retried, "state").equals("DELIVERED");
            });
  }

  @Test
  void while_the_database_is_away_messages_are_held_and_none_is_counted_out() {
    var merchant = merchant("default");
    var events = new ArrayList<String>();
    Servers.postgres().stop();
    for (int i = 0; i < 20; i++) {
      var event = settled(merchant.merchantNo());
      events.add(event.orderNo());
      publish(event);
    }
    // Long enough for a hot loop to use up the broker's delivery limit many times.
    await().pollDelay(Duration.ofSeconds(5)).until(() -> true);
    assertThat(waiting(Names.NOTIFY_SETTLEMENTS + ".dlq")).isZero();

    Servers.postgres().start();

    for (var orderNo : events) {
      await().atMost(RECOVERY).ignoreExceptions().until(() -> !idOf(orderNo).isEmpty());
      awaitState(idOf(orderNo), "DELIVERED", RECOVERY);
    }
    assertThat(receiver.requests()).hasSize(20);
    assertThat(waiting(Names.NOTIFY_SETTLEMENTS + ".dlq")).isZero();
  }
}

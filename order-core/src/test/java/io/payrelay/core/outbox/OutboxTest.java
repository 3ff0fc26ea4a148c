package io.payrelay.core.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.PublisherSettings;
import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.core.RunningCore;
import io.payrelay.core.settlement.PaidOrder;
import io.payrelay.testkit.Servers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class OutboxTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final RunningCore core = RunningCore.get();
  private final OutboxTable table = core.bean(OutboxTable.class);
  private final OutboxRelay relay = core.bean(OutboxRelay.class);
  private final JdbcClient sql = core.sql();

  private boolean isSent(String orderNo) {
    return sql.sql("select sent_at is not null from outbox where order_no = ?")
        .param(orderNo)
        .query(Boolean.class)
        .single();
  }

  @Test
  void an_event_goes_out_at_once_and_is_marked_after_the_confirm() {
    var orderNo = PaidOrder.make();

    await().atMost(LIMIT).until(() -> isSent(orderNo));
  }

  @Test
  void a_claimed_event_is_left_alone_until_its_lease_ends_or_is_released() {
    relay.stop();
    try {
      PaidOrder.make();
      var claimed = table.claim(100, LEASE);

      assertThat(claimed).isNotEmpty();
      assertThat(table.claim(100, LEASE)).isEmpty();
      table.release(claimed);
      var again = table.claim(100, Duration.ofMillis(1));
      assertThat(ids(again)).isEqualTo(ids(claimed));
      // The lease of a millisecond is over by the database's clock.
      await().atMost(LIMIT).until(() -> ids(table.claim(100, LEASE)).equals(ids(claimed)));
      table.markSent(claimed);
      assertThat(table.claim(100, LEASE)).isEmpty();
    } finally {
      relay.start();
    }
  }

  @Test
  void a_release_that_comes_too_late_does_not_touch_somebody_elses_lease() {
    relay.stop();
    try {
      PaidOrder.make();
      var slow = table.claim(100, Duration.ofMillis(1));
      var other =
          await().atMost(LIMIT).until(() -> table.claim(100, LEASE), rows -> !rows.isEmpty());

      table.release(slow);

      assertThat(table.claim(100, LEASE)).isEmpty();
      table.release(other);
    } finally {
      relay.start();
    }
  }

  @Test
  void events_survive_a_broker_that_is_stopped() {
    var publisher = core.bean(ConfirmingPublisher.class);
    Servers.rabbit().stop();
    String orderNo;
    try {
      await().atMost(LIMIT).until(() -> !publisher.isReady());
      orderNo = PaidOrder.make();
      relay.wake();
      assertThat(isSent(orderNo)).isFalse();
    } finally {
      Servers.rabbit().start();
    }

    await().atMost(LIMIT).until(() -> isSent(orderNo));
  }

  @Test
  void a_lease_that_can_end_before_the_confirm_is_refused_by_name() {
    var publisher = new PublisherSettings(4, 100, Duration.ofSeconds(2), Duration.ofMillis(500));
    var settings = new OutboxSettings(200, Duration.ofSeconds(1), Duration.ofSeconds(4));

    assertThatThrownBy(() -> settings.checkedAgainst(publisher))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("payrelay.outbox.lease");
  }

  private static List<String> ids(List<OutboxTable.Claimed> rows) {
    return rows.stream().map(OutboxTable.Claimed::eventId).sorted().toList();
  }
}

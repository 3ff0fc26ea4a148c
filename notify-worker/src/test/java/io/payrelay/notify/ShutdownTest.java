package io.payrelay.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.event.OrderEventType;
import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.endpoint.VaultForTests;
import io.payrelay.testkit.PostgresServer;
import io.payrelay.testkit.Reply;
import io.payrelay.testkit.ScriptedReceiver;
import io.payrelay.testkit.Servers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A worker that is told to stop. */
class ShutdownTest {

  private final String virtualHost = Servers.rabbit().newVirtualHost();
  private final PostgresServer.Database database = Servers.postgres().newDatabase();

  @Test
  void what_runs_is_finished_and_the_rest_goes_back_to_the_broker() throws Exception {
    var app = start();
    try (var receiver = new ScriptedReceiver()) {
      receiver.always(new Reply.Late(Reply.success(), Duration.ofMillis(1_500)));
      endpoint(app, receiver.url("/"));
      for (int i = 0; i < 5; i++) {
        publish(app);
      }
      receiver.awaitRequests(1, Duration.ofSeconds(20));

      app.close();

      assertThat(receiver.requests()).hasSize(1);
      assertThat(count("select count(*) from notify.notification where state = 'DELIVERED'"))
          .isEqualTo(1);
      assertThat(count("select count(*) from notify.notification")).isEqualTo(1);
      try (var connection = Servers.rabbit().factory(virtualHost).newConnection();
          var channel = connection.createChannel()) {
        assertThat(channel.messageCount(Names.NOTIFY_SETTLEMENTS)).isEqualTo(4);
      }
    }
  }

  private ConfigurableApplicationContext start() {
    var rabbit = Servers.rabbit();
    return new SpringApplicationBuilder(NotifyWorker.class)
        .run(
            "--spring.rabbitmq.host=" + rabbit.host(),
            "--spring.rabbitmq.port=" + rabbit.port(),
            "--spring.rabbitmq.username=" + rabbit.username(),
            "--spring.rabbitmq.password=" + rabbit.password(),
            "--spring.rabbitmq.virtual-host=" + virtualHost,
            "--spring.datasource.url=" + database.url(),
            "--spring.datasource.username=" + database.username(),
            "--spring.datasource.password=" + database.password(),
            "--payrelay.service-key=" + WorkerTest.KEY,
            "--payrelay.notify.secret-key=" + WorkerTest.KEY,
            "--payrelay.notify.https-only=false",
            "--payrelay.notify.allowed-networks=127.0.0.0/8",
            "--payrelay.notify.max-in-flight=1",
            "--payrelay.notify.max-retries-in-flight=1",
            "--server.port=0",
            "--management.server.port=0");
  }

  private static void endpoint(ConfigurableApplicationContext app, String url) {
    app.getBean(JdbcClient.class)
        .sql(
            """
            insert into endpoint (endpoint_id, merchant_no, url, plan, ack_rule, secret_encrypted)
            values ('ep_1', 'M1', :url, 'default', 'BODY_SUCCESS', :secret)
            """)
        .param("url", url)
        .param("secret", VaultForTests.encrypted(WorkerTest.KEY, "ep_1"))
        .update();
  }

  private static void publish(ConfigurableApplicationContext app) {
    var ids = app.getBean(Ids.class);
    var event =
        new OrderEvent(
            ids.eventId(),
            OrderEventType.PAYMENT_SUCCEEDED,
            "M1",
            ids.orderNo(),
            "shop",
            Money.ofMinor(1, "CNY"),
            null,
            null,
            Instant.parse("2026-01-01T00:00:00Z"),
            1,
            null);
    var outcome =
        app.getBean(ConfirmingPublisher.class)
            .publishAndAwait(
                OutboundMessage.of(
                    Names.SETTLEMENTS,
                    event.type(),
                    event.eventId(),
                    event,
                    app.getBean(EventCodec.class),
                    TraceParent.continueOrBegin(null)));
    assertThat(outcome.isStored()).isTrue();
  }

  private int count(String sql) throws Exception {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}

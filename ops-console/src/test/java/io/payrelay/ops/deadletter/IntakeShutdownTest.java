package io.payrelay.ops.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import io.payrelay.common.broker.Names;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.id.Ids;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class IntakeShutdownTest {

  @Test
  void a_shutdown_while_the_database_is_away_ends_the_wait_and_acknowledges_nothing()
      throws Exception {
    var away = JdbcClient.create(new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none"));
    var closing = new CountDownLatch(1);
    var intake =
        new Intake(
            Names.CORE_CALLBACKS,
            new LetterReader(new EventCodec()),
            new DeadLetterStore(away, new Ids(Clock.systemUTC())),
            new IntakeSettings(1, Duration.ofSeconds(30), Duration.ofSeconds(30)),
            closing);
    var handling =
        new FutureTask<>(
            () -> {
              intake.onMessage(new Message(new byte[] {1}), channelThatMustNotBeUsed());
              return true;
            });
    Thread.startVirtualThread(handling);

    closing.countDown();

    assertThat(handling.get(20, TimeUnit.SECONDS)).isTrue();
  }

  private static Channel channelThatMustNotBeUsed() {
    return (Channel)
        Proxy.newProxyInstance(
            Channel.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (_, method, _) -> {
              throw new AssertionError("the intake called " + method.getName());
            });
  }
}

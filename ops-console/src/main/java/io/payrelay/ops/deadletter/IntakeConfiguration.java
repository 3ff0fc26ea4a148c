package io.payrelay.ops.deadletter;

import io.payrelay.common.broker.Names;
import java.util.concurrent.CountDownLatch;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.listener.MessageListenerContainer;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/** One listener per dead-letter queue. */
@Configuration(proxyBeanMethods = false)
class IntakeConfiguration {

  private static final long RECOVERY_MILLIS = 1_000;
  private static final long SHUTDOWN_MILLIS = 10_000;

  private final CountDownLatch closing = new CountDownLatch(1);

  @Bean
  MessageListenerContainer callbacksIntake(
      ConnectionFactory broker,
      LetterReader reader,
      DeadLetterStore store,
      IntakeSettings settings) {
    return container(Names.CORE_CALLBACKS, broker, reader, store, settings);
  }

  @Bean
  MessageListenerContainer settlementsIntake(
      ConnectionFactory broker,
      LetterReader reader,
      DeadLetterStore store,
      IntakeSettings settings) {
    return container(Names.NOTIFY_SETTLEMENTS, broker, reader, store, settings);
  }

  @Bean
  MessageListenerContainer deliveriesIntake(
      ConnectionFactory broker,
      LetterReader reader,
      DeadLetterStore store,
      IntakeSettings settings) {
    return container(Names.NOTIFY_DELIVERIES, broker, reader, store, settings);
  }

  /** Ends the waits for a database that is away, before the containers are stopped. */
  @EventListener
  void onClose(ContextClosedEvent event) {
    closing.countDown();
  }

  private MessageListenerContainer container(
      String origin,
      ConnectionFactory broker,
      LetterReader reader,
      DeadLetterStore store,
      IntakeSettings settings) {
    var container = new SimpleMessageListenerContainer(broker);
    container.setQueueNames(Names.deadLetterQueue(origin));
    container.setMessageListener(new Intake(origin, reader, store, settings, closing));
    // By hand only: with any other mode, some errors end in a reject, and a reject here is a loss.
    container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
    container.setPrefetchCount(settings.prefetch());
    container.setMissingQueuesFatal(false); // the topology was checked at start-up; then it heals
    container.setPossibleAuthenticationFailureFatal(false);
    container.setRecoveryInterval(RECOVERY_MILLIS);
    container.setShutdownTimeout(SHUTDOWN_MILLIS);
    container.setForceStop(true); // what is only prefetched stays with the broker
    container.setAutoDeclare(false);
    return container;
  }
}

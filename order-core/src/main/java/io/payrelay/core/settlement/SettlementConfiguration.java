package io.payrelay.core.settlement;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.Names;
import io.payrelay.core.receipt.Receipts;
import java.time.Duration;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Wires the consumer of callbacks. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class SettlementConfiguration {

  private static final Duration RECONNECT_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(15);

  @Bean
  TransactionTemplate settlementTransaction(
      PlatformTransactionManager manager, SettlementSettings settings) {
    var template = new TransactionTemplate(manager);
    template.setTimeout((int) settings.transactionTimeout().toSeconds());
    return template;
  }

  @Bean
  SimpleMessageListenerContainer callbackContainer(
      ConnectionFactory connections,
      CallbackReader reader,
      Settlement settlement,
      Receipts receipts,
      Acknowledger acknowledger,
      SettlementSettings settings,
      MeterRegistry meters,
      @Value("${spring.rabbitmq.listener.simple.auto-startup:true}") boolean autoStartup) {
    var container = new SimpleMessageListenerContainer(connections);
    container.setQueueNames(Names.CORE_CALLBACKS);
    container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
    container.setConcurrentConsumers(settings.consumers());
    container.setConsumerBatchEnabled(true);
    container.setBatchSize(settings.batchSize());
    // While a batch is settled, the next one is already on its way.
    container.setPrefetchCount(2 * settings.batchSize());
    // The wait for the next callback of a batch is this one; the other bounds the whole batch.
    container.setReceiveTimeout(settings.batchWait().toMillis());
    container.setBatchReceiveTimeout(settings.batchWait().multipliedBy(2).toMillis());
    // A slow election of a quorum queue after a broker restart must not stop us for good.
    container.setMissingQueuesFatal(false);
    container.setMismatchedQueuesFatal(false);
    container.setAutoDeclare(false);
    container.setRecoveryInterval(RECONNECT_PAUSE.toMillis());
    container.setDefaultRequeueRejected(false);
    // On shutdown: finish the batch in hand, leave the prefetched rest to others.
    container.setForceStop(true);
    container.setShutdownTimeout(LONGEST_STOP.toMillis());
    container.setAutoStartup(autoStartup);
    container.setMessageListener(
        new CallbackListener(
            reader, settlement, receipts, acknowledger, settings, meters, container::isActive));
    return container;
  }
}

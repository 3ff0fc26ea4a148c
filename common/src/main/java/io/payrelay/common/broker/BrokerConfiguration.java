package io.payrelay.common.broker;

import com.rabbitmq.client.ConnectionFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.event.EventCodec;
import java.time.Duration;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The broker's part of a service: publisher, health, and the topology check that runs before any
 * listener starts. Import it.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PublisherSettings.class)
public class BrokerConfiguration {

  @Bean
  EventCodec eventCodec() {
    return new EventCodec();
  }

  @Bean
  ConfirmingPublisher confirmingPublisher(
      @Value("${spring.application.name}") String service,
      CachingConnectionFactory connections,
      PublisherSettings settings,
      MeterRegistry meters) {
    return new ConfirmingPublisher(
        service + "-publisher", connections.getRabbitConnectionFactory(), settings, meters);
  }

  @Bean
  BrokerHealth publisherHealthIndicator(ConfirmingPublisher publisher) {
    return new BrokerHealth(publisher);
  }

  @Bean
  TopologyGate topologyGate(
      CachingConnectionFactory connections,
      ObjectProvider<Topology> topology,
      @Value("${payrelay.broker.missing:create}") TopologyCheck.Missing missing,
      @Value("${payrelay.broker.start-up-wait:60s}") Duration patience) {
    ConnectionFactory factory = connections.getRabbitConnectionFactory();
    return new TopologyGate(
        factory, topology.getIfAvailable(Topology::standard), missing, patience);
  }
}

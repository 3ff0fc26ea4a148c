package io.payrelay.common.broker;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether publishing works: Spring's own indicator stays up while the broker is blocked. */
public final class BrokerHealth implements HealthIndicator {

  private final ConfirmingPublisher publisher;

  public BrokerHealth(ConfirmingPublisher publisher) {
    this.publisher = publisher;
  }

  @Override
  public Health health() {
    if (publisher.isBlocked()) {
      return Health.down().withDetail("broker", "blocked by an alarm (memory or disk)").build();
    }
    return publisher.isReady()
        ? Health.up().build()
        : Health.down().withDetail("broker", "not connected").build();
  }
}

package io.payrelay.common.broker;

import io.payrelay.common.config.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How a service publishes. Bound from {@code payrelay.publisher}.
 *
 * @param channels channels that share the load; 4 to 8 are fastest
 * @param maxInFlight messages that may wait for a confirm at once; more are refused as overload
 * @param confirmTimeout after this the outcome is unknown
 * @param reconnectDelay the pause between two tries to reach the broker
 */
@ConfigurationProperties("payrelay.publisher")
public record PublisherSettings(
    @DefaultValue("4") int channels,
    @DefaultValue("2048") int maxInFlight,
    @DefaultValue("2s") Duration confirmTimeout,
    @DefaultValue("500ms") Duration reconnectDelay) {

  public PublisherSettings {
    Setting.within(channels, 1, 64, "payrelay.publisher.channels");
    Setting.within(maxInFlight, channels, 1_000_000, "payrelay.publisher.max-in-flight");
    Setting.within(
        confirmTimeout,
        Duration.ofMillis(100),
        Duration.ofMinutes(1),
        "payrelay.publisher.confirm-timeout");
    Setting.within(
        reconnectDelay,
        Duration.ofMillis(50),
        Duration.ofMinutes(1),
        "payrelay.publisher.reconnect-delay");
  }
}

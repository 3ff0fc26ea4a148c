package io.payrelay.ingress.intake;

import io.payrelay.common.config.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How callbacks are taken in. Bound from {@code payrelay.ingress}.
 *
 * @param maxInFlight callbacks that are worked on at once; more are refused before any work
 * @param bodyTimeout how long a body may take to arrive
 * @param mismatchAck what a stored callback is answered whose amount is not the order's
 */
@ConfigurationProperties("payrelay.ingress")
record IngressSettings(
    @DefaultValue("1024") int maxInFlight,
    @DefaultValue("5s") Duration bodyTimeout,
    @DefaultValue("failure") MismatchAck mismatchAck) {

  enum MismatchAck {
    FAILURE,
    SUCCESS
  }

  IngressSettings {
    Setting.within(maxInFlight, 1, 100_000, "payrelay.ingress.max-in-flight");
    Setting.within(
        bodyTimeout,
        Duration.ofMillis(100),
        Duration.ofMinutes(1),
        "payrelay.ingress.body-timeout");
  }
}

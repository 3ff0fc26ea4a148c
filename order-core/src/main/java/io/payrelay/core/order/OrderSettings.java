package io.payrelay.core.order;

import io.payrelay.common.config.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How orders are kept. Bound from {@code payrelay.orders}.
 *
 * @param expectedAmountTtl how long Redis keeps the amount an order is expected to be paid with
 */
@ConfigurationProperties("payrelay.orders")
record OrderSettings(@DefaultValue("3d") Duration expectedAmountTtl) {

  OrderSettings {
    Setting.within(
        expectedAmountTtl,
        Duration.ofMinutes(1),
        Duration.ofDays(30),
        "payrelay.orders.expected-amount-ttl");
  }
}

package io.payrelay.core.ledger;

import io.payrelay.common.config.Setting;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Bound from {@code payrelay.ledger}.
 *
 * @param slots over how many rows the balance of a shared account is spread, so that writers on
 *     several nodes seldom wait for each other
 */
@ConfigurationProperties("payrelay.ledger")
public record LedgerSettings(@DefaultValue("8") int slots) {

  public LedgerSettings {
    Setting.within(slots, 1, 1_000, "payrelay.ledger.slots");
  }
}

package io.payrelay.ingress.channel;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One account at a channel. Bound from {@code payrelay.accounts[n]}.
 *
 * @param account its name in the callback's path
 * @param keys any of them may have signed, so that keys can be rotated without a gap
 * @param options what only this channel knows, such as an app id
 */
public record AccountSettings(
    @DefaultValue("") String channel,
    @DefaultValue("") String account,
    @DefaultValue List<KeySettings> keys,
    @DefaultValue Map<String, String> options) {

  public AccountSettings {
    keys = List.copyOf(keys);
    options = Map.copyOf(options);
  }

  /** How metrics, logs and messages name it. */
  public String label() {
    return channel + "/" + account;
  }
}

package io.payrelay.ingress.channel;

import io.payrelay.common.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

  /**
   * Refuses options that the channel does not have: a mistyped one would silently count for
   * nothing.
   *
   * @throws io.payrelay.common.config.InvalidSettingException naming the option
   */
  public void checkOptions(Set<String> known) {
    for (var name : new TreeSet<>(options.keySet())) {
      Setting.check(
          known.contains(name),
          "options." + name,
          "is no option: there are " + new TreeSet<>(known));
    }
  }

  /** How metrics, logs and messages name it. */
  public String label() {
    return channel + "/" + account;
  }
}

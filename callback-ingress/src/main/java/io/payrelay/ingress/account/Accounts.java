package io.payrelay.ingress.account;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.KeySettings;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The channels, and the accounts that are configured right now. Thread-safe. */
public final class Accounts {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private record Address(String channel, String account) {}

  private final Map<String, Channel> channels = new TreeMap<>();
  private volatile Map<Address, CallbackReader> readers = Map.of();

  public Accounts(Collection<Channel> channels) {
    for (var channel : channels) {
      if (this.channels.put(channel.name(), channel) != null) {
        throw new IllegalStateException("two channels are called " + channel.name());
      }
    }
  }

  /**
   * Puts these accounts in the place of the present ones, all or none.
   *
   * @throws InvalidSettingException naming the entry and the part that can't be right; the present
   *     accounts stay
   */
  public void replace(List<AccountSettings> accounts) {
    var next = new HashMap<Address, CallbackReader>();
    for (int i = 0; i < accounts.size(); i++) {
      var account = accounts.get(i);
      var entry = "payrelay.accounts[%d] (%s)".formatted(i, account.label());
      var address = new Address(account.channel(), account.account());
      Setting.check(!next.containsKey(address), entry, "is configured twice: remove one of them");
      next.put(address, open(entry, account));
    }
    readers = Map.copyOf(next);
  }

  public Optional<Channel> channel(String name) {
    return Optional.ofNullable(channels.get(name));
  }

  /** Empty for an account that is not configured. */
  public Optional<CallbackReader> reader(Channel channel, String account) {
    return Optional.ofNullable(readers.get(new Address(channel.name(), account)));
  }

  public int size() {
    return readers.size();
  }

  private CallbackReader open(String entry, AccountSettings account) {
    @Nullable Channel channel = channels.get(account.channel());
    if (channel == null) {
      throw new InvalidSettingException(
          entry + " names no channel; there are " + channels.keySet());
    }
    Setting.check(
        NAME.matcher(account.account()).matches(),
        entry + ".account",
        "must be 1 to 64 letters, digits, '.', '_' or '-': it is part of the callback's URL");
    checkKeys(entry, account.keys());
    try {
      return channel.open(account);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(entry + "." + e.getMessage());
    }
  }

  private static void checkKeys(String entry, List<KeySettings> keys) {
    Setting.check(!keys.isEmpty(), entry + ".keys", "needs at least one key");
    var ids = new HashSet<String>();
    for (int i = 0; i < keys.size(); i++) {
      var key = keys.get(i);
      var where = "%s.keys[%d]".formatted(entry, i);
      Setting.check(!key.id().isBlank(), where + ".id", "is missing");
      Setting.check(ids.add(key.id()), where + ".id", "'" + key.id() + "' is taken by another key");
      var from = key.validFrom();
      var until = key.validUntil();
      Setting.check(
          from == null || until == null || from.isBefore(until),
          where + ".valid-until",
          "must come after valid-from");
    }
  }
}

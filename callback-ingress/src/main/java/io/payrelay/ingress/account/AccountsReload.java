package io.payrelay.ingress.account;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.channel.AccountSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over what changed in the accounts' files, all of it or nothing. For one thread at a time.
 */
final class AccountsReload {

  private static final Logger log = LoggerFactory.getLogger(AccountsReload.class);

  private final Accounts accounts;
  private final AccountsSource source;
  private final MeterRegistry meters;
  private List<AccountSettings> present;

  // Digests: of what was taken or refused last, and of what was seen last.
  private String judged;
  private String seen;
  private volatile boolean stale;

  private AccountsReload(
      Accounts accounts,
      AccountsSource source,
      MeterRegistry meters,
      List<AccountSettings> present,
      String judged) {
    this.accounts = accounts;
    this.source = source;
    this.meters = meters;
    this.present = present;
    this.judged = judged;
    this.seen = judged;
    Gauge.builder("payrelay.ingress.accounts.loaded", accounts, Accounts::size).register(meters);
    Gauge.builder("payrelay.ingress.accounts.stale", this, reload -> reload.stale ? 1 : 0)
        .description("1 while the accounts' files hold something that was refused")
        .strongReference(true)
        .register(meters);
    count("applied", 0);
    count("refused", 0);
  }

  /**
   * Loads the accounts for the first time.
   *
   * @throws InvalidSettingException naming what can't be right
   */
  static AccountsReload loaded(Accounts accounts, AccountsSource source, MeterRegistry meters) {
    var files = source.look();
    var settings = source.read(files);
    accounts.replace(settings);
    return new AccountsReload(accounts, source, meters, settings, files.digest());
  }

  /** Looks once. A change counts when it has rested since the look before: no half-written file. */
  void poll() {
    try {
      var files = source.look();
      var digest = files.digest();
      boolean rests = digest.equals(seen);
      seen = digest;
      if (rests && !digest.equals(judged)) {
        judged = digest;
        take(files);
      }
    } catch (RuntimeException e) {
      // Its message could hold anything of the file.
      refused("a fault of ours: " + e.getClass().getName());
    }
  }

  private void take(AccountsFiles files) {
    try {
      var next = source.read(files);
      if (next.isEmpty() && !present.isEmpty()) {
        throw new InvalidSettingException("payrelay.accounts is empty: a truncated file?");
      }
      accounts.replace(next);
      applied(next);
    } catch (InvalidSettingException e) {
      refused(String.valueOf(e.getMessage()));
    }
  }

  private void applied(List<AccountSettings> next) {
    var before = byLabel(present);
    var after = byLabel(next);
    var added = new TreeSet<>(after.keySet());
    added.removeAll(before.keySet());
    var removed = new TreeSet<>(before.keySet());
    removed.removeAll(after.keySet());
    var changed = new TreeSet<>(after.keySet());
    changed.removeIf(
        label -> added.contains(label) || Objects.equals(before.get(label), after.get(label)));
    present = next;
    stale = false;
    count("applied", 1);
    log.info(
        "accounts.reloaded count={} added={} changed={} removed={}",
        next.size(),
        added,
        changed,
        removed);
  }

  private void refused(String reason) {
    stale = true;
    count("refused", 1);
    log.error(
        "accounts.refused files={} reason=\"{}\" hint=\"the {} accounts of before stay\"",
        source.files(),
        reason,
        accounts.size());
  }

  private void count(String outcome, int by) {
    meters.counter("payrelay.ingress.accounts.reloads", "outcome", outcome).increment(by);
  }

  private static Map<String, AccountSettings> byLabel(List<AccountSettings> settings) {
    return settings.stream()
        .collect(
            Collectors.toMap(
                AccountSettings::label, account -> account, (one, _) -> one, TreeMap::new));
  }
}

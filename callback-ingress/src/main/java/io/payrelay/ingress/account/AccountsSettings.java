package io.payrelay.ingress.account;

import io.payrelay.common.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the accounts come from. Bound from {@code payrelay.ingress}.
 *
 * @param accountsFile holds {@code payrelay.accounts} and nothing else holds them then; empty: they
 *     stand anywhere in the configuration
 * @param accountsPoll how often their files are looked at
 */
@ConfigurationProperties("payrelay.ingress")
record AccountsSettings(
    @DefaultValue("") String accountsFile, @DefaultValue("2s") Duration accountsPoll) {

  AccountsSettings {
    Setting.within(
        accountsPoll, Duration.ofMillis(10), Duration.ofHours(1), "payrelay.ingress.accounts-poll");
  }

  Optional<Path> file() {
    return accountsFile.isBlank() ? Optional.empty() : Optional.of(Path.of(accountsFile));
  }
}

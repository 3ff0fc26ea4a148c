package io.payrelay.ingress.account;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.ingress.channel.Channel;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccountsSettings.class)
class AccountsConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AccountsConfiguration.class);

  @Bean
  Accounts accounts(List<Channel> channels) {
    return new Accounts(channels);
  }

  @Bean
  AccountsWatch accountsWatch(
      Accounts accounts,
      AccountsSettings settings,
      ConfigurableEnvironment environment,
      MeterRegistry meters) {
    var source = new AccountsSource(environment, settings.file());
    var reload = AccountsReload.loaded(accounts, source, meters);
    if (accounts.size() == 0) {
      log.warn("accounts.loaded count=0 hint=\"set payrelay.accounts: every callback gets a 404\"");
    } else {
      log.info("accounts.loaded count={} watched={}", accounts.size(), source.files());
    }
    return new AccountsWatch(reload, settings.accountsPoll());
  }
}

package io.payrelay.ingress.account;

import io.payrelay.ingress.channel.Channel;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccountsSettings.class)
class AccountsConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AccountsConfiguration.class);

  @Bean
  Accounts accounts(List<Channel> channels, AccountsSettings settings) {
    var accounts = new Accounts(channels);
    accounts.replace(settings.accounts());
    if (accounts.size() == 0) {
      log.warn("accounts.loaded count=0 hint=\"set payrelay.accounts: every callback gets a 404\"");
    } else {
      log.info("accounts.loaded count={}", accounts.size());
    }
    return accounts;
  }
}

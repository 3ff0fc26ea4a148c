package io.payrelay.ingress.account;

import io.payrelay.ingress.channel.AccountSettings;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** All accounts. Bound from {@code payrelay.accounts}. */
@ConfigurationProperties("payrelay")
record AccountsSettings(@DefaultValue List<AccountSettings> accounts) {}

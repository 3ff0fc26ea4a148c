package io.payrelay.core.merchant;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Which channel account belongs to which merchant. */
@Service
public class ChannelAccounts {

  private final ChannelAccountRepository accounts;

  ChannelAccounts(ChannelAccountRepository accounts) {
    this.accounts = accounts;
  }

  /** Whether this merchant may be paid through the account. */
  public boolean isOf(String merchantNo, String channel, String account) {
    return accounts
        .findById(new ChannelAccount.Key(channel, account))
        .filter(found -> found.merchantNo().equals(merchantNo))
        .isPresent();
  }

  /** Makes the account the merchant's, once and for all. False if it is somebody else's. */
  @Transactional
  public boolean bind(String merchantNo, String channel, String account, String family) {
    return accounts.bindIfFree(channel, account, family, merchantNo) == 1
        || isOf(merchantNo, channel, account);
  }
}

package io.payrelay.core.merchant;

import java.util.Optional;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface ChannelAccountRepository extends Repository<ChannelAccount, ChannelAccount.Key> {

  Optional<ChannelAccount> findById(ChannelAccount.Key key);

  /** Returns 1 if the account was free and is the merchant's now, 0 if it was bound before. */
  @Modifying(clearAutomatically = true)
  @Query(
      nativeQuery = true,
      value =
          """
          insert into channel_account (channel, account, channel_family, merchant_no)
          values (:channel, :account, :family, :merchantNo)
          on conflict (channel, account) do nothing
          """)
  int bindIfFree(String channel, String account, String family, String merchantNo);
}

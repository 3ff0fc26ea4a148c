package io.payrelay.core.merchant;

import java.util.Optional;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface ChannelAccountRepository extends Repository<ChannelAccount, ChannelAccount.Key> {

  Optional<ChannelAccount> findById(ChannelAccount.Key key);

  /**
   * Returns 1 if the account was free and is the merchant's now, 0 if it was bound before, or if
   * its namesake at a sibling channel is another merchant's: siblings share their transaction ids.
   */
  @Modifying(clearAutomatically = true)
  @Query(
      nativeQuery = true,
      value =
          """
          insert into channel_account (channel, account, channel_family, merchant_no)
          select :channel, :account, :family, :merchantNo
          where not exists (
            select from channel_account
            where channel_family = :family and account = :account and merchant_no <> :merchantNo)
          on conflict (channel, account) do nothing
          """)
  int bindIfFree(String channel, String account, String family, String merchantNo);
}

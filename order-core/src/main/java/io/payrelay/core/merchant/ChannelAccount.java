package io.payrelay.core.merchant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import java.io.Serializable;

/** A configured account at a payment channel, and whose it is. */
@Entity
@IdClass(ChannelAccount.Key.class)
class ChannelAccount {

  /** A channel's name and the account's name there. */
  record Key(String channel, String account) implements Serializable {}

  @Id private String channel;
  @Id private String account;
  private String channelFamily;
  private String merchantNo;

  protected ChannelAccount() {}

  String merchantNo() {
    return merchantNo;
  }

  String channelFamily() {
    return channelFamily;
  }
}

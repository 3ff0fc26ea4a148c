package io.payrelay.sandbox.stack;

import io.payrelay.common.signing.WebhookSecret;
import java.net.URI;
import java.util.List;

/** An onboarded merchant, with what only the merchant and its channels know. */
public record Merchant(
    String name,
    String merchantNo,
    String apiKey,
    String endpointSecret,
    URI notifyUrl,
    List<Account> accounts) {

  public Merchant {
    accounts = List.copyOf(accounts);
  }

  /** A channel account, with the keys that its callbacks are signed with. */
  public record Account(String channel, String account, List<Key> keys) {
    public Account {
      keys = List.copyOf(keys);
    }

    /** The secret that signs now. */
    public String secret() {
      return keys.getFirst().secret();
    }
  }

  /** One of an account's keys. */
  public record Key(String id, String secret) {
    @Override
    public String toString() {
      return "Key[" + id + "]";
    }
  }

  public WebhookSecret webhookSecret() {
    return WebhookSecret.parse(endpointSecret);
  }

  /**
   * This merchant's account at a channel.
   *
   * @throws UsageException if it has none
   */
  public Account accountAt(String channel) {
    return accounts.stream()
        .filter(account -> account.channel().equals(channel))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "merchant '%s' has no account at channel '%s'".formatted(name, channel)));
  }

  /** Never the secrets. */
  @Override
  public String toString() {
    return "Merchant[" + name + ", " + merchantNo + "]";
  }
}

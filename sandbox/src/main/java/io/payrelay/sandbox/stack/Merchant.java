package io.payrelay.sandbox.stack;

import io.payrelay.common.signing.WebhookSecret;
import java.net.URI;
import java.util.List;
import java.util.Map;

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

  /**
   * A channel account, with the keys that its callbacks are signed with.
   *
   * @param options whose account it is at the channel, under the names that callback-ingress uses
   */
  public record Account(
      String channel, String account, List<Key> keys, Map<String, String> options) {

    public Account {
      keys = List.copyOf(keys);
      options = Map.copyOf(options);
    }

    /** The secret that signs now. */
    public String secret() {
      return keys.getFirst().secret();
    }

    /**
     * The key of this id.
     *
     * @throws UsageException if there is none
     */
    public String secret(String id) {
      return keys.stream()
          .filter(key -> key.id().equals(id))
          .findFirst()
          .map(Key::secret)
          .orElseThrow(() -> new UsageException(label() + " has no key '" + id + "'"));
    }

    /**
     * What the account says about itself.
     *
     * @throws UsageException if it does not
     */
    public String option(String name) {
      var value = options.get(name);
      if (value == null) {
        throw new UsageException(label() + " has no option '" + name + "'");
      }
      return value;
    }

    private String label() {
      return "the sandbox's account " + channel + "/" + account;
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

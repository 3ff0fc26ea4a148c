package io.payrelay.ingress.channel;

/**
 * A payment channel: how its callbacks are read and how it wants to be answered. Implementations
 * are beans, stateless and thread-safe; what belongs to one account lives in its {@link
 * CallbackReader}.
 */
public interface Channel {

  /** Its name in the callback's path, in the settings and as the routing key. */
  String name();

  /** The channels whose transaction ids are one name space; its own name unless it has siblings. */
  default String family() {
    return name();
  }

  /**
   * Prepares one account: keys are parsed here, once, and what can't be right is refused.
   *
   * @throws io.payrelay.common.config.InvalidSettingException naming the part of the account's
   *     settings that is wrong, such as {@code keys[0].secret}; it never repeats a secret
   */
  CallbackReader open(AccountSettings account);

  /** The answer that ends the channel's retries. */
  Acknowledgement accepted();

  /**
   * The answer that says no and, where it may help, makes the channel try again.
   *
   * @param detail more about it, free of secrets and of the callback's content
   */
  Acknowledgement refused(Refusal why, String detail);
}

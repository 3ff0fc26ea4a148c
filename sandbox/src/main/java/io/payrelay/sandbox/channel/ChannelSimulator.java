package io.payrelay.sandbox.channel;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.time.Instant;

/**
 * One payment channel as it looks from outside: how it writes and signs a callback, and what it
 * takes for an acknowledgement.
 */
public interface ChannelSimulator {

  /** Its name in callback URLs. */
  String channel();

  /** The name space of its transaction ids. */
  String family();

  /** The callback about a payment, signed with the account's key as of {@code now}. */
  SignedCallback sign(Notice notice, Account account, Instant now);

  /** Whether the channel is content, and will not send this callback again. */
  boolean isAcknowledged(Answer answer);
}

package io.payrelay.core.ledger;

import java.util.Comparator;

/**
 * Names a ledger account; it is opened when it is first booked on.
 *
 * @param owner a channel family for clearing, a merchant number for merchants, else empty
 */
public record AccountKey(Kind kind, String owner, String currency)
    implements Comparable<AccountKey> {

  private static final Comparator<AccountKey> ORDER =
      Comparator.comparing(AccountKey::kind)
          .thenComparing(AccountKey::owner)
          .thenComparing(AccountKey::currency);

  /** What an account stands for. */
  public enum Kind {
    /** What a channel has taken in for us. */
    CLEARING,
    /** Money that waits for a person. */
    SUSPENSE,
    /** What we owe a merchant. */
    MERCHANT;

    /** Whether everyone books on it, so that its balance is spread over several slots. */
    boolean isShared() {
      return this != MERCHANT;
    }
  }

  static AccountKey clearing(String channelFamily, String currency) {
    return new AccountKey(Kind.CLEARING, channelFamily, currency);
  }

  static AccountKey suspense(String currency) {
    return new AccountKey(Kind.SUSPENSE, "", currency);
  }

  static AccountKey merchant(String merchantNo, String currency) {
    return new AccountKey(Kind.MERCHANT, merchantNo, currency);
  }

  @Override
  public int compareTo(AccountKey other) {
    return ORDER.compare(this, other);
  }
}

package io.payrelay.common.money;

/** A text or number that is no amount of money. The message says why and is safe to show. */
public final class InvalidMoneyException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  InvalidMoneyException(String message) {
    super(message);
  }
}

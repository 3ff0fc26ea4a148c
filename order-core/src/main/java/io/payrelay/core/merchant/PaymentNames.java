package io.payrelay.core.merchant;

/** How channels and accounts may be called: they stand in URLs, routing keys and Redis keys. */
public final class PaymentNames {

  public static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
  public static final String MESSAGE = "must be 1 to 64 letters, digits, '_', '.' or '-'";

  private PaymentNames() {}
}

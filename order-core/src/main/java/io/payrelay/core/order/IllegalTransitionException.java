package io.payrelay.core.order;

/** Somebody wanted to walk an edge that does not exist. The message names both ends. */
public final class IllegalTransitionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IllegalTransitionException(OrderStatus from, OrderStatus to) {
    super(from + ": no edge leads from there to " + to);
  }
}

package io.payrelay.core.order;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Where an order stands. The edges below are the only ones; the database holds the same list. */
public enum OrderStatus {
  INIT,
  PAYING,
  SUCCESS,
  FAIL,
  CLOSED;

  private static final Map<OrderStatus, Set<OrderStatus>> EDGES =
      Map.of(
          INIT, EnumSet.of(PAYING, CLOSED),
          PAYING, EnumSet.of(SUCCESS, FAIL, CLOSED));

  /** Whether nothing leaves this status. */
  public boolean isTerminal() {
    return !EDGES.containsKey(this);
  }

  /** Whether an edge leads from here to {@code next}. */
  public boolean mayBecome(OrderStatus next) {
    return EDGES.getOrDefault(this, Set.of()).contains(next);
  }

  /**
   * Walks one edge.
   *
   * @throws IllegalTransitionException if no edge leads from here to {@code next}
   */
  public OrderStatus become(OrderStatus next) {
    if (!mayBecome(next)) {
      throw new IllegalTransitionException(this, next);
    }
    return next;
  }
}

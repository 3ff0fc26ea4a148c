package io.payrelay.core.settlement;

/** An order was not what was judged: everything is rolled back and judged again. */
final class LostSwapException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LostSwapException(String message) {
    super(message);
  }
}

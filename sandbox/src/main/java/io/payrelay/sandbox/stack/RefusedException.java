package io.payrelay.sandbox.stack;

/** The stack did not do what a command needs it to do. */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }

  RefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}

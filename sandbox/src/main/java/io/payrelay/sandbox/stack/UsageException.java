package io.payrelay.sandbox.stack;

/** Something that the person at the terminal has to put right. The message says what. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}

package io.payrelay.core.settlement;

/** The database can't be reached. What was to be booked is tried again when it is back. */
final class DatabaseAwayException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DatabaseAwayException(Throwable cause) {
    super(cause);
  }
}

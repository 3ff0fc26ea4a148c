package io.payrelay.common.config;

/** A setting that can't be right. The message names the key and says what to change. */
public final class InvalidSettingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public InvalidSettingException(String message) {
    super(message);
  }
}

package io.payrelay.ingress.form;

/** The bytes are no form; the message is free of the form's content. */
public final class MalformedFormException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedFormException(String message) {
    super(message, null, false, false);
  }
}

package io.payrelay.ingress.field;

/** A verified notice is not in its channel's format. The message may be shown to the sender. */
public final class BadFieldException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String complaint;

  /**
   * Ends the reading of one notice.
   *
   * @param complaint names the field and what it must be; never its value
   */
  public BadFieldException(String complaint) {
    super(complaint, null, false, false);
    this.complaint = complaint;
  }

  /** What the sender did wrong. */
  public String complaint() {
    return complaint;
  }
}

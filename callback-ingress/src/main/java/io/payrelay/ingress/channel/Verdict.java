package io.payrelay.ingress.channel;

/** What a channel says about a callback. */
public sealed interface Verdict {

  /** Verified, and understood. */
  record Genuine(Notice notice) implements Verdict {}

  /**
   * Verified, but nothing of ours: acknowledged and counted, never published.
   *
   * @param why for the log
   */
  record Ignored(String why) implements Verdict {}

  /**
   * Not believed or not understood.
   *
   * @param detail shown to the sender and logged: free of secrets and of the callback's content
   */
  record Refused(Refusal why, String detail) implements Verdict {}
}

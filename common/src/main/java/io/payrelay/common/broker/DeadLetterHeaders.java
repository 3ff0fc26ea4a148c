package io.payrelay.common.broker;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The headers of a dead letter, written in one place and read in one place. */
public final class DeadLetterHeaders {

  /** A {@link DeadLetterCause}'s name. */
  public static final String CAUSE = "x-payrelay-cause";

  /** One sentence for a person. */
  public static final String DETAIL = "x-payrelay-detail";

  /** The queue it died in, and goes back to when replayed. */
  public static final String ORIGIN = "x-payrelay-origin";

  /** How often it had been replayed; absent means never. */
  public static final String REPLAY = "x-payrelay-replay";

  /** ISO 8601. */
  public static final String DIED_AT = "x-payrelay-died-at";

  private static final int LONGEST_DETAIL = 500;

  private DeadLetterHeaders() {}

  /** The dead letter of a message that was consumed from {@code origin}. */
  public static OutboundMessage letter(
      String origin,
      String messageId,
      Map<String, ?> headers,
      byte[] body,
      DeadLetterCause cause,
      String detail,
      Instant diedAt) {
    var all = new HashMap<>(BrokerHistory.strip(headers));
    all.put(CAUSE, cause.name());
    all.put(
        DETAIL, detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL));
    all.put(ORIGIN, origin);
    all.put(DIED_AT, diedAt.toString());
    return new OutboundMessage(Names.DEAD, origin, messageId, all, body);
  }

  /** The replay number in these headers, 0 if there is none. */
  public static int replayNo(Map<String, ?> headers) {
    return headers.get(REPLAY) instanceof Number number ? number.intValue() : 0;
  }
}

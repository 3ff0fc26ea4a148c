package io.payrelay.notify.delivery;

import java.time.Duration;

/** What came of asking for a row. */
public sealed interface Claim {

  /** It is ours: attempt it. */
  record Granted(Claimed claimed) implements Claim {}

  /** The nudge came early. */
  record NotDue(Duration left) implements Claim {}

  /** Nothing to do: the nudge is stale, another worker has the row, or it is done. */
  record Refused(String why) implements Claim {}
}

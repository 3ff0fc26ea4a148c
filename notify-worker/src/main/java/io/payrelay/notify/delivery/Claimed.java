package io.payrelay.notify.delivery;

import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.http.AckRule;
import java.time.Instant;

/**
 * One attempt that may be made now.
 *
 * @param token proves that the row is ours until the lease ends; a manual attempt has a token that
 *     no row holds, so its failure changes nothing
 * @param attempt this attempt's number; it only grows over the notification's life
 * @param planPosition how many delays of the plan have been used; replaying starts them anew
 * @param lostInARow how many attempts before this one ended without a record
 * @param leaseUntil by the worker's own clock, a little early: recording a failure later is in vain
 */
public record Claimed(
    String notificationId,
    String orderNo,
    Kind kind,
    String token,
    int attempt,
    int planPosition,
    int lostInARow,
    String plan,
    Target target,
    byte[] body,
    TraceParent trace,
    Instant startedAt,
    Instant leaseUntil) {

  /** Who asked for the attempt. */
  public enum Kind {
    AUTO,
    MANUAL
  }

  /** Where it goes and what signs it. */
  public record Target(String url, AckRule ackRule, String endpointId, String secretEncrypted) {}
}

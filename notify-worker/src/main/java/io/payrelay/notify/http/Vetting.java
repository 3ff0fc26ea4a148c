package io.payrelay.notify.http;

import java.net.InetAddress;
import java.util.List;

/** Whether a host may be called. */
public sealed interface Vetting {

  /**
   * It may.
   *
   * @param addresses those that are permitted, at least one
   * @param refused those that are not
   */
  record Permitted(List<InetAddress> addresses, List<InetAddress> refused) implements Vetting {}

  /** None of its addresses may be called. */
  record Blocked(List<InetAddress> refused) implements Vetting {}

  /** It has no address, or none was found in time. */
  record NotFound(String why, boolean timedOut) implements Vetting {}
}

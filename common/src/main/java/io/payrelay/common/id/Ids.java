package io.payrelay.common.id;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.random.RandomGenerator;

/**
 * Makes identifiers: 48 bits of milliseconds, then 80 random bits, as 26 Crockford base-32 letters
 * and digits. They sort by time, are unguessable, and their length and alphabet fit every channel's
 * limits for order numbers (20–32 letters and digits). Thread-safe.
 */
public final class Ids {

  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final int LENGTH = 26;

  private final Clock clock;
  private final RandomGenerator random;

  public Ids(Clock clock) {
    this(clock, new SecureRandom());
  }

  Ids(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  public String orderNo() {
    return next();
  }

  public String merchantNo() {
    return "M" + next();
  }

  public String eventId() {
    return "evt_" + next();
  }

  public String notificationId() {
    return "ntf_" + next();
  }

  /** One arrival of a callback; the same payment arriving again gets another. */
  public String deliveryId() {
    return "cb_" + next();
  }

  /** An id with a prefix of the caller's own, such as {@code ep_}. */
  public String withPrefix(String prefix) {
    return prefix + next();
  }

  private String next() {
    var id = new char[LENGTH];
    long time = clock.millis();
    for (int i = 9; i >= 0; i--) {
      id[i] = ALPHABET[(int) (time & 31)];
      time >>>= 5;
    }
    fill(id, 10, random.nextLong());
    fill(id, 18, random.nextLong());
    return new String(id);
  }

  private static void fill(char[] id, int from, long bits) {
    for (int i = from; i < from + 8; i++) {
      id[i] = ALPHABET[(int) (bits & 31)];
      bits >>>= 5;
    }
  }
}

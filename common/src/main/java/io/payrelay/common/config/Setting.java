package io.payrelay.common.config;

import java.time.Duration;

/** Checks of settings at start-up. Each failure names the key, so that the fix is one edit away. */
public final class Setting {

  private Setting() {}

  /**
   * Refuses a setting that does not hold what it must.
   *
   * @throws InvalidSettingException naming {@code key} and saying what it needs, if {@code holds}
   *     is false
   */
  public static void check(boolean holds, String key, String needs) {
    if (!holds) {
      throw new InvalidSettingException(key + " " + needs);
    }
  }

  /** Refuses a duration outside {@code [least, most]}. */
  public static void within(Duration value, Duration least, Duration most, String key) {
    check(
        value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
        key,
        "(" + value + ") must be between " + least + " and " + most);
  }

  /** Refuses a number outside {@code [least, most]}. */
  public static void within(long value, long least, long most, String key) {
    check(
        value >= least && value <= most,
        key,
        "(" + value + ") must be between " + least + " and " + most);
  }
}

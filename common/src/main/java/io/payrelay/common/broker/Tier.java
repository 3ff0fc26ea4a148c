package io.payrelay.common.broker;

import io.payrelay.common.config.InvalidSettingException;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * One fixed delay of a retry ladder. Its name ({@code 15s}, {@code 30m}, {@code 2h}) is part of its
 * queue's name, so that a changed ladder never meets a queue with other arguments.
 */
public record Tier(Duration delay) implements Comparable<Tier> {

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})([smhd])");

  /** RabbitMQ keeps TTLs as 32-bit milliseconds in some places; a week is ample. */
  private static final Duration LONGEST = Duration.ofDays(7);

  public Tier {
    if (delay.compareTo(Duration.ofSeconds(1)) < 0
        || delay.compareTo(LONGEST) > 0
        || delay.toMillis() % 1000 != 0) {
      throw new InvalidSettingException("a tier is 1s to 7d in whole seconds, not " + delay);
    }
  }

  /**
   * Reads {@code 15s}, {@code 30m}, {@code 2h}, {@code 1d}.
   *
   * @throws InvalidSettingException on anything else
   */
  public static Tier parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new InvalidSettingException("a tier looks like 15s, 30m, 2h or 1d, not '" + text + "'");
    }
    long count = Long.parseLong(matcher.group(1));
    return new Tier(
        switch (matcher.group(2)) {
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          case "h" -> Duration.ofHours(count);
          default -> Duration.ofDays(count);
        });
  }

  /** The shortest exact name: 120 seconds are {@code 2m}. Also the tier's routing key. */
  public String name() {
    long seconds = delay.toSeconds();
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }

  @Override
  public int compareTo(Tier other) {
    return delay.compareTo(other.delay);
  }

  @Override
  public String toString() {
    return name();
  }
}

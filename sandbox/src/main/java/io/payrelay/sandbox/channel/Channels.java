package io.payrelay.sandbox.channel;

import io.payrelay.sandbox.stack.UsageException;
import java.util.List;
import java.util.stream.Collectors;

/** All channels we can play. */
public final class Channels {

  /** The {@code --channel} that means every one of them, in turn. */
  public static final String ALL = "all";

  private static final List<ChannelSimulator> SIMULATORS =
      List.of(
          new HmacSimulator(),
          new StripeSimulator(),
          new WechatV3Simulator(),
          new WechatV2Simulator(),
          new AlipaySimulator(),
          new UnionPaySimulator());

  private Channels() {}

  /**
   * The channels that an option names: one, or all.
   *
   * @throws UsageException if there is no such channel
   */
  public static List<ChannelSimulator> named(String name) {
    if (name.equals(ALL)) {
      return SIMULATORS;
    }
    var found = SIMULATORS.stream().filter(one -> one.channel().equals(name)).toList();
    if (found.isEmpty()) {
      throw new UsageException(
          SIMULATORS.stream()
              .map(ChannelSimulator::channel)
              .collect(
                  Collectors.joining(", ", "no channel '" + name + "': there are ", ", " + ALL)));
    }
    return found;
  }
}

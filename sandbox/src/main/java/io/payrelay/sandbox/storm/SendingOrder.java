package io.payrelay.sandbox.storm;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** In which order callbacks are sent: mixed by a seed, and the same for the same seed. */
final class SendingOrder {

  private SendingOrder() {}

  private record Slot(int order, double time) {}

  /**
   * For each callback, the number of its order. Half of the duplicates come close behind the first,
   * where they race with it; the others come any time later or earlier.
   */
  static int[] of(int orders, int duplicates, long seed) {
    var random = new SplittableRandom(seed);
    double close = 2.0 / orders;
    return IntStream.range(0, orders)
        .boxed()
        .flatMap(
            order -> {
              double first = random.nextDouble();
              return IntStream.range(0, duplicates)
                  .mapToObj(
                      copy ->
                          new Slot(
                              order,
                              copy == 0
                                  ? first
                                  : random.nextBoolean()
                                      ? first + close * random.nextDouble()
                                      : random.nextDouble()));
            })
        .sorted(Comparator.comparingDouble(Slot::time))
        .mapToInt(Slot::order)
        .toArray();
  }
}

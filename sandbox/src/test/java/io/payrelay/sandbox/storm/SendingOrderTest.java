package io.payrelay.sandbox.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SendingOrderTest {

  @Test
  void each_order_occurs_as_often_as_asked() {
    var sequence = SendingOrder.of(50, 4, 1);

    assertThat(sequence).hasSize(200);
    for (int order = 0; order < 50; order++) {
      int wanted = order;
      assertThat(Arrays.stream(sequence).filter(one -> one == wanted)).hasSize(4);
    }
  }

  @Test
  void the_seed_decides() {
    assertThat(SendingOrder.of(50, 4, 1)).isEqualTo(SendingOrder.of(50, 4, 1));
    assertThat(SendingOrder.of(50, 4, 1)).isNotEqualTo(SendingOrder.of(50, 4, 2));
  }

  @Test
  void many_duplicates_race_with_the_first() {
    var sequence = SendingOrder.of(200, 5, 1);

    long close =
        IntStream.range(0, sequence.length)
            .filter(
                i ->
                    IntStream.range(i + 1, Math.min(i + 10, sequence.length))
                        .anyMatch(j -> sequence[j] == sequence[i]))
            .count();

    assertThat(close).isGreaterThan(200);
  }
}

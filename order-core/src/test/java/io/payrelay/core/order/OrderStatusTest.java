package io.payrelay.core.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.core.RunningCore;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OrderStatusTest {

  @Test
  void the_edges_are_those_of_the_database() {
    var here =
        Arrays.stream(OrderStatus.values())
            .flatMap(
                from ->
                    Arrays.stream(OrderStatus.values())
                        .filter(from::mayBecome)
                        .map(to -> from + ">" + to))
            .collect(Collectors.toSet());

    assertThat(
            RunningCore.get()
                .sql()
                .sql("select from_status || '>' || to_status from core.order_edge")
                .query(String.class)
                .set())
        .isEqualTo(here);
  }

  @Test
  void nothing_leaves_a_terminal_status() {
    for (var from : OrderStatus.values()) {
      for (var to : OrderStatus.values()) {
        if (from.mayBecome(to)) {
          assertThat(from.become(to)).isEqualTo(to);
          assertThat(from.isTerminal()).isFalse();
        } else {
          assertThatThrownBy(() -> from.become(to))
              .isInstanceOf(IllegalTransitionException.class)
              .hasMessage(from + ": no edge leads from there to " + to);
        }
      }
    }
    assertThat(Arrays.stream(OrderStatus.values()).filter(OrderStatus::isTerminal))
        .containsExactly(OrderStatus.SUCCESS, OrderStatus.FAIL, OrderStatus.CLOSED);
  }
}

package io.payrelay.ingress.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LineBudgetTest {

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may wrap around
  private final LineBudget budget = new LineBudget(2, now::get);

  @Test
  void a_flood_is_held_back_counted_and_told_in_the_next_second() {
    assertThat(budget.take()).hasValue(0);
    assertThat(budget.take()).hasValue(0);
    assertThat(budget.take()).isEmpty();
    assertThat(budget.take()).isEmpty();

    now.addAndGet(1_000_000_000L);

    assertThat(budget.take()).hasValue(2);
    assertThat(budget.take()).hasValue(0);
    assertThat(budget.take()).isEmpty();
  }
}

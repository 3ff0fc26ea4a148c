package io.payrelay.sandbox.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SeriesTest {

  private static Series of(double... values) {
    var series = new Series();
    for (double value : values) {
      series.add(value);
    }
    return series;
  }

  @Test
  void the_median_is_the_value_in_the_middle_whatever_one_round_did() {
    assertThat(of(5_000, 4_900, 1, 5_100, 999_999).median()).isEqualTo(5_000);
    assertThat(of(7).median()).isEqualTo(7);
  }

  @Test
  void of_an_even_number_it_is_the_mean_of_the_two_in_the_middle() {
    assertThat(of(1, 100, 10, 20).median()).isEqualTo(15);
  }

  @Test
  void nothing_measured_has_no_median() {
    assertThatThrownBy(() -> of().median()).isInstanceOf(IllegalStateException.class);
  }
}

package io.payrelay.common.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {

  /** Property P8: a step of 7 meets every last digit; the whole range would only take longer. */
  @Test
  void every_yuan_string_makes_the_round_trip() {
    for (long fen = 1; fen <= 99_999_999; fen += 7) {
      var text = fen / 100 + "." + (fen % 100 < 10 ? "0" : "") + fen % 100;
      var money = Money.parse(text, "CNY");
      if (money.minor() != fen || !money.toDecimal().equals(text)) {
        throw new AssertionError(text + " became " + money);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"JPY,500,500", "CNY,5.00,500", "KWD,5.000,5000", "CNY,5.1,510", "CNY,0.01,1"})
  void each_currency_has_its_own_number_of_decimals(String currency, String text, long minor) {
    assertThat(Money.parse(text, currency)).isEqualTo(Money.ofMinor(minor, currency));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1.00",
        "+1.00",
        "1e3",
        "1.005",
        "1.",
        ".5",
        "01.00",
        "1,000.00",
        "１.00",
        "0x10",
        "NaN",
        "1.00 ",
        "9999999999999999.00"
      })
  void what_is_no_plain_amount_is_refused(String text) {
    assertThatThrownBy(() -> Money.parse(text, "CNY")).isInstanceOf(InvalidMoneyException.class);
  }

  @Test
  void a_refusal_repeats_only_the_beginning_of_a_long_text() {
    assertThatThrownBy(() -> Money.parse("9".repeat(10_000), "CNY"))
        .hasMessageContaining("…")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(120));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cny", "XXX", "RMB", "CNYY"})
  void what_is_no_currency_of_payments_is_refused(String code) {
    assertThatThrownBy(() -> Money.ofMinor(1, code)).isInstanceOf(InvalidMoneyException.class);
  }

  @Test
  void an_amount_is_never_negative() {
    assertThatThrownBy(() -> Money.ofMinor(-1, "CNY")).isInstanceOf(InvalidMoneyException.class);
  }

  @Test
  void the_same_number_in_another_currency_is_another_amount() {
    assertThat(Money.ofMinor(100, "CNY")).isNotEqualTo(Money.ofMinor(100, "HKD"));
  }
}

package io.payrelay.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.money.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChangesTest {

  private static Money cny(long minor) {
    return Money.ofMinor(minor, "CNY");
  }

  @Test
  void a_settlement_moves_money_from_clearing_to_the_merchant() {
    var changes = Changes.of(List.of(LedgerEntry.settle(1, "hmac", "M1", cny(59_900), "O1")));

    assertThat(changes)
        .containsEntry(AccountKey.clearing("hmac", "CNY"), -59_900L)
        .containsEntry(AccountKey.merchant("M1", "CNY"), 59_900L)
        .hasSize(2);
  }

  @Test
  void an_account_has_one_change_however_many_entries_there_are() {
    var changes =
        Changes.of(
            List.of(
                LedgerEntry.settle(1, "hmac", "M1", cny(100), "O1"),
                LedgerEntry.suspend(2, "hmac", cny(30), "O2"),
                LedgerEntry.adopt(3, "M1", cny(20), "O3")));

    assertThat(changes)
        .containsEntry(AccountKey.clearing("hmac", "CNY"), -130L)
        .containsEntry(AccountKey.suspense("CNY"), 10L)
        .containsEntry(AccountKey.merchant("M1", "CNY"), 120L);
  }

  @Test
  void the_changes_of_each_currency_sum_to_zero_whatever_the_entries() {
    var random = new Random(20_260_101);
    for (int round = 0; round < 200; round++) {
      var entries = new ArrayList<LedgerEntry>();
      for (int i = 0; i < 50; i++) {
        entries.add(randomEntry(random, i));
      }
      var changes = Changes.of(entries);
      for (var currency : List.of("CNY", "USD")) {
        assertThat(
                changes.entrySet().stream()
                    .filter(change -> change.getKey().currency().equals(currency))
                    .mapToLong(change -> change.getValue())
                    .sum())
            .isZero();
      }
    }
  }

  private static LedgerEntry randomEntry(Random random, int id) {
    var amount = Money.ofMinor(1 + random.nextInt(1_000_000), random.nextBoolean() ? "CNY" : "USD");
    var merchant = "M" + random.nextInt(3);
    return switch (random.nextInt(3)) {
      case 0 -> LedgerEntry.settle(id, "hmac", merchant, amount, "O");
      case 1 -> LedgerEntry.suspend(id, "hmac", amount, "O");
      default -> LedgerEntry.adopt(id, merchant, amount, "O");
    };
  }

  @Test
  void accounts_come_in_one_order_so_that_batches_never_deadlock() {
    var changes =
        Changes.of(
            List.of(
                LedgerEntry.settle(1, "hmac", "M2", cny(1), "O1"),
                LedgerEntry.suspend(2, "alipay", cny(1), "O2"),
                LedgerEntry.settle(3, "hmac", "M1", cny(1), "O3")));

    assertThat(List.copyOf(changes.keySet())).isSorted();
  }

  @Test
  void sums_beyond_the_range_are_refused_and_nothing_is_moved_for_nothing() {
    var huge = cny(Long.MAX_VALUE);
    var entries =
        List.of(
            LedgerEntry.suspend(1, "hmac", huge, "O1"), LedgerEntry.suspend(2, "hmac", huge, "O2"));

    assertThatThrownBy(() -> Changes.of(entries)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> LedgerEntry.suspend(1, "hmac", cny(0), "O1"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.money.Money;
import io.payrelay.core.cases.CaseKind;
import io.payrelay.core.order.OrderStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DecisionTest {

  private static final ChannelAccount OWN = new ChannelAccount("hmac", "own");
  private static final ChannelAccount OTHER_OWN = new ChannelAccount("hmac", "other-own");
  private static final ChannelAccount FOREIGN = new ChannelAccount("hmac", "foreign");
  private static final Money PRICE = Money.ofMinor(59_900, "CNY");
  private static final Optional<Tier> NEXT = Optional.of(Tier.parse("5s"));

  /** What may be different about a paid notice and the order it names. */
  record Situation(
      boolean booked,
      boolean identityMatches,
      @Nullable OrderStatus order,
      boolean bound,
      ChannelAccount at,
      Money amount,
      boolean mayStillArrive) {

    PaidNotice notice() {
      return new PaidNotice(
          new PaymentKey("hmac", at.account(), "t1"), at, "O1", amount, identityMatches);
    }

    Facts facts() {
      var orders =
          order == null
              ? Map.<String, OrderFacts>of()
              : Map.of("O1", new OrderFacts("O1", "M1", PRICE, order, 7, bound ? OWN : null));
      var payments =
          booked
              ? Map.of(notice().payment(), new BookedPayment("O1", PRICE, true))
              : Map.<PaymentKey, BookedPayment>of();
      return new Facts(orders, payments, Map.of(OWN, "M1", OTHER_OWN, "M1", FOREIGN, "M2"));
    }

    Decision decide() {
      return Decision.on(notice(), facts(), mayStillArrive ? NEXT : Optional.empty());
    }
  }

  static List<Situation> everySituation() {
    var all = new ArrayList<Situation>();
    var statuses = new ArrayList<@Nullable OrderStatus>(List.of(OrderStatus.values()));
    statuses.add(null);
    var amounts = List.of(PRICE, Money.ofMinor(59_901, "CNY"), Money.ofMinor(59_900, "USD"));
    var booleans = List.of(true, false);
    for (var booked : booleans) {
      for (var identity : booleans) {
        for (var status : statuses) {
          for (var bound : booleans) {
            for (var at :
                List.of(OWN, OTHER_OWN, FOREIGN, new ChannelAccount("hmac", "nobody's"))) {
              for (var amount : amounts) {
                for (var mayArrive : booleans) {
                  all.add(new Situation(booked, identity, status, bound, at, amount, mayArrive));
                }
              }
            }
          }
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("everySituation")
  void every_situation_is_judged_by_the_table_and_its_precedence(Situation situation) {
    assertThat(label(situation.decide())).isEqualTo(expected(situation));
  }

  /** settlement.md once more, as a list of rules of which the first that fits decides. */
  private static String expected(Situation situation) {
    boolean own = situation.at().equals(OWN) || situation.at().equals(OTHER_OWN);
    boolean bindingFits = !situation.bound() || situation.at().equals(OWN);
    if (situation.booked()) {
      return "Duplicate";
    }
    if (!situation.identityMatches()) {
      return "WRONG_ACCOUNT";
    }
    if (situation.order() == null) {
      return situation.mayStillArrive() ? "ComeBack 5s" : "UNKNOWN_ORDER";
    }
    if (!own || !bindingFits) {
      return "WRONG_ACCOUNT";
    }
    if (situation.order() == OrderStatus.SUCCESS) {
      return "DOUBLE_PAYMENT";
    }
    if (!situation.amount().equals(PRICE)) {
      return "AMOUNT_MISMATCH";
    }
    return situation.order().isTerminal() ? "LATE_SUCCESS" : "Settle";
  }

  private static String label(Decision decision) {
    return switch (decision) {
      case Decision.Settle _ -> "Settle";
      case Decision.Duplicate _ -> "Duplicate";
      case Decision.Suspend(var why) -> why.name();
      case Decision.ComeBack(var tier) -> "ComeBack " + tier;
    };
  }

  private static Situation plain(@Nullable OrderStatus order) {
    return new Situation(false, true, order, true, OWN, PRICE, false);
  }

  @ParameterizedTest
  @EnumSource(
      value = OrderStatus.class,
      names = {"INIT", "PAYING"})
  void an_exact_payment_settles_an_order_that_waits_for_it(OrderStatus status) {
    assertThat(plain(status).decide()).isInstanceOf(Decision.Settle.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = OrderStatus.class,
      names = {"FAIL", "CLOSED"})
  void a_success_after_the_end_is_kept_for_a_person(OrderStatus status) {
    assertThat(plain(status).decide()).isEqualTo(new Decision.Suspend(CaseKind.LATE_SUCCESS));
  }

  @Test
  void a_second_payment_of_a_paid_order_is_money_and_no_repeat() {
    assertThat(plain(OrderStatus.SUCCESS).decide())
        .isEqualTo(new Decision.Suspend(CaseKind.DOUBLE_PAYMENT));
  }

  @Test
  void the_same_number_in_another_currency_is_a_mismatch() {
    var situation =
        new Situation(
            false, true, OrderStatus.PAYING, true, OWN, Money.ofMinor(59_900, "USD"), false);

    assertThat(situation.decide()).isEqualTo(new Decision.Suspend(CaseKind.AMOUNT_MISMATCH));
  }

  @Test
  void another_identity_is_a_wrong_account_even_if_the_order_is_unknown() {
    // Else the sweeper that adopts payments of unknown orders could bring it to a foreign order.
    var situation = new Situation(false, false, null, false, OWN, PRICE, true);

    assertThat(situation.decide()).isEqualTo(new Decision.Suspend(CaseKind.WRONG_ACCOUNT));
  }
}

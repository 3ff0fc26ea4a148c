package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.broker.Tier;
import io.payrelay.common.money.Money;
import io.payrelay.core.order.OrderStatus;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EndingTest {

  private static final ChannelAccount OWN = new ChannelAccount("hmac", "own");
  private static final Optional<Tier> NEXT = Optional.of(Tier.parse("1s"));

  private static Facts with(OrderStatus status) {
    var order = new OrderFacts("O1", "M1", Money.ofMinor(1, "CNY"), status, 3, OWN);
    return new Facts(Map.of("O1", order), Map.of(), Map.of(OWN, "M1"));
  }

  private static Ending closed(Facts facts, ChannelAccount at, boolean identityMatches) {
    return Ending.on("O1", OrderStatus.CLOSED, at, identityMatches, facts, NEXT);
  }

  @ParameterizedTest
  @EnumSource(OrderStatus.class)
  void a_final_word_ends_an_order_only_while_it_is_open(OrderStatus status) {
    var ending = closed(with(status), OWN, true);

    if (status.isTerminal()) {
      assertThat(ending).isEqualTo(new Ending.Nothing("order_is_" + status));
    } else {
      assertThat(ending)
          .isInstanceOfSatisfying(
              Ending.End.class, end -> assertThat(end.as()).isEqualTo(OrderStatus.CLOSED));
    }
  }

  @Test
  void a_word_from_another_account_or_identity_ends_nothing() {
    var facts = with(OrderStatus.PAYING);

    assertThat(closed(facts, new ChannelAccount("hmac", "foreign"), true))
        .isEqualTo(new Ending.Nothing("wrong_account"));
    assertThat(closed(facts, OWN, false)).isEqualTo(new Ending.Nothing("identity_differs"));
  }

  @Test
  void a_word_that_outruns_its_order_comes_back_and_is_dropped_in_the_end() {
    var nothing = new Facts(Map.of(), Map.of(), Map.of(OWN, "M1"));

    assertThat(closed(nothing, OWN, true)).isEqualTo(new Ending.ComeBack(Tier.parse("1s")));
    assertThat(Ending.on("O1", OrderStatus.FAIL, OWN, true, nothing, Optional.empty()))
        .isEqualTo(new Ending.Nothing("unknown_order"));
  }
}

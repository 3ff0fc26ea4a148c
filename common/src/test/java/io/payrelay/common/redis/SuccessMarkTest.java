package io.payrelay.common.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuccessMarkTest {

  private static final Money PAID = Money.ofMinor(59900, "CNY");
  private static final SuccessMark MARK = new SuccessMark("O1", PAID);

  @Test
  void a_mark_makes_the_round_trip() {
    assertThat(SuccessMark.parse(MARK.encode())).contains(MARK);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "PROCESSING|token",
        "SUCCESS|",
        "SUCCESS|O1|x|CNY",
        "SUCCESS|O1|1|???",
        "SUCCESS|O1|-1|CNY"
      })
  void what_is_no_success_mark_says_nothing(String value) {
    assertThat(SuccessMark.parse(value)).isEmpty();
  }

  @Test
  void it_answers_only_the_paid_notice_of_the_very_same_payment() {
    assertThat(MARK.answers(notice(NoticeKind.PAID, "O1", PAID, true))).isTrue();

    assertThat(MARK.answers(notice(NoticeKind.REFUND, "O1", PAID, true))).isFalse();
    assertThat(MARK.answers(notice(NoticeKind.PAID, "O2", PAID, true))).isFalse();
    assertThat(MARK.answers(notice(NoticeKind.PAID, "O1", Money.ofMinor(59901, "CNY"), true)))
        .isFalse();
    assertThat(MARK.answers(notice(NoticeKind.PAID, "O1", Money.ofMinor(59900, "HKD"), true)))
        .isFalse();
    assertThat(MARK.answers(notice(NoticeKind.PAID, "O1", PAID, false))).isFalse();
  }

  @Test
  void an_expected_amount_makes_the_round_trip_and_nonsense_says_nothing() {
    assertThat(ExpectedAmount.parse(ExpectedAmount.encode(PAID))).contains(PAID);
    assertThat(ExpectedAmount.parse(null)).isEmpty();
    assertThat(ExpectedAmount.parse("many|CNY")).isEmpty();
    assertThat(ExpectedAmount.parse("100")).isEmpty();
  }

  private static CallbackReceived notice(
      NoticeKind kind, String orderNo, Money amount, boolean identityMatches) {
    return new CallbackReceived(
        "cb_1",
        "hmac",
        "hmac",
        "sandbox",
        identityMatches,
        kind,
        orderNo,
        "tx1",
        amount,
        null,
        null,
        "00",
        Instant.EPOCH);
  }
}

package io.payrelay.ingress.field;

import static io.payrelay.common.event.NoticeKind.PAID;
import static io.payrelay.common.event.NoticeKind.REFUND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.channel.AccountSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownOrderTest {

  private static final EnumSet<NoticeKind> MONEY = EnumSet.of(PAID, REFUND);

  @ParameterizedTest
  @EnumSource
  void an_order_number_of_our_form_stays_as_it_is(NoticeKind kind) {
    for (var either : UnknownOrder.values()) {
      assertThat(either.orderNo("ORDER-1_a", "pay-1", kind)).hasValue("ORDER-1_a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_case_is_made_of_money_only_and_under_the_payments_id(NoticeKind kind) {
    var published = UnknownOrder.CASE.orderNo("their order", "pay-1", kind);

    assertThat(published.isPresent()).isEqualTo(MONEY.contains(kind));
    assertThat(published.orElse("pay-1")).isEqualTo("pay-1");
    assertThat(UnknownOrder.IGNORE.orderNo("their order", "pay-1", kind)).isEmpty();
  }

  @Test
  void what_names_neither_order_nor_payment_is_ignored() {
    assertThat(UnknownOrder.CASE.orderNo(null, null, PAID)).isEmpty();
    assertThat(UnknownOrder.CASE.orderNo(null, "no id", PAID)).isEmpty();
    assertThat(UnknownOrder.CASE.orderNo(null, "pay-1", PAID)).hasValue("pay-1");
  }

  @Test
  void an_account_may_choose_and_the_channel_has_a_default() {
    assertThat(UnknownOrder.of(account(Map.of()), UnknownOrder.CASE)).isEqualTo(UnknownOrder.CASE);
    assertThat(chosen("ignore")).isEqualTo(UnknownOrder.IGNORE);
    assertThat(chosen("case")).isEqualTo(UnknownOrder.CASE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "CASE", "drop", " ignore"})
  void any_other_choice_is_refused_by_name(String choice) {
    assertThatThrownBy(() -> chosen(choice))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("options.unknown-order must be ignore or case");
  }

  private static UnknownOrder chosen(String choice) {
    return UnknownOrder.of(account(Map.of("unknown-order", choice)), UnknownOrder.CASE);
  }

  private static AccountSettings account(Map<String, String> options) {
    return new AccountSettings("any", "shop", List.of(), options);
  }
}

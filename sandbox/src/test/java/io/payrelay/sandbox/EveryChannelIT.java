package io.payrelay.sandbox;

import static io.payrelay.sandbox.OrderBooks.PATIENCE;
import static io.payrelay.sandbox.OrderBooks.assertBooked;
import static io.payrelay.sandbox.OrderBooks.assertCase;
import static io.payrelay.sandbox.OrderBooks.assertOrder;
import static io.payrelay.sandbox.OrderBooks.awaitPayment;
import static io.payrelay.sandbox.RunningStack.AMOUNT;
import static io.payrelay.sandbox.RunningStack.CLOCK;
import static io.payrelay.sandbox.RunningStack.IDS;
import static io.payrelay.sandbox.RunningStack.apiOf;
import static io.payrelay.sandbox.RunningStack.merchant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.channel.AlipaySimulator;
import io.payrelay.sandbox.channel.ChannelSimulator;
import io.payrelay.sandbox.channel.Channels;
import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold on each channel, in its own protocol, all the way to the books. */
class EveryChannelIT {

  @AfterAll
  static void the_books_hold() throws Exception {
    RunningStack.assertBooksHold();
  }

  static Stream<String> channels() {
    return Channels.named(Channels.ALL).stream().map(ChannelSimulator::channel);
  }

  @Test
  void a_storm_on_all_channels_at_once() throws Exception {
    var report = RunningStack.run(RunningStack.stormOnAllChannels(120, 5, 24));

    StormIT.assertAllHolds(report);
    assertThat(report.figure("acknowledged")).isEqualTo(600);
    assertThat(report.figure("settled")).isEqualTo(120);
    assertThat(report.figure("audit_violations")).isZero();
  }

  @Test
  void a_partial_refund_at_alipay_is_not_swallowed_by_the_success_mark() throws Exception {
    var alipay = new AlipaySimulator();
    var account = merchant("sandbox").accountAt("alipay");
    var orderNo = payingOrder("alipay");
    var payment = Notice.paid(orderNo, orderNo + "a", AMOUNT, CLOCK.instant());
    var sender = RunningStack.channelThatGivesUpAfter(PATIENCE);
    assertThat(sender.send(alipay, account, payment)).isInstanceOf(Delivered.Acknowledged.class);
    awaitPayment(orderNo, "a", "SETTLED");

    for (var refundNo : List.of("r1", "r1", "r2")) {
      var refund =
          alipay.signPartialRefund(
              payment, Money.parse("9.00", "CNY"), refundNo, account, CLOCK.instant());
      assertThat(alipay.isAcknowledged(sender.once(account, refund))).isTrue();
    }

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertCase(orderNo, "REFUND 900 OPEN", "REFUND 900 OPEN"));
    assertOrder(orderNo, "SUCCESS", List.of("payment.succeeded"));
    assertBooked(orderNo, "CLEARING → MERCHANT 59900");
  }

  @ParameterizedTest
  @MethodSource("channels")
  void a_notice_for_another_merchants_order_never_settles_it(String channel) throws Exception {
    var orderNo = payingOrder(channel);

    acknowledged(channel, merchant("down").accountAt(channel), orderNo);

    assertHeldBack(orderNo);
  }

  @ParameterizedTest
  @CsvSource({
    "stripe, livemode, true",
    "wechat-v3, mchid, 1900009999",
    "wechat-v3, appid, wx9999999999999999",
    "wechat-v2, mchid, 1900009999",
    "wechat-v2, appid, wx9999999999999999",
    "alipay, app-id, 2021999999999999",
    "alipay, seller-id, 2088999999999999",
    "unionpay, mer-id, 777290058119999"
  })
  void a_notice_in_another_merchants_name_never_settles_an_order(
      String channel, String option, String another) throws Exception {
    var orderNo = payingOrder(channel);

    acknowledged(
        channel, renamed(merchant("sandbox").accountAt(channel), option, another), orderNo);

    assertHeldBack(orderNo);
  }

  @ParameterizedTest
  @MethodSource("channels")
  void a_notice_on_another_channel_than_the_one_it_is_paid_on_never_settles_an_order(String channel)
      throws Exception {
    var other = channel.equals("hmac") ? "stripe" : "hmac";
    var orderNo = payingOrder(other);

    acknowledged(channel, merchant("sandbox").accountAt(channel), orderNo);

    assertHeldBack(orderNo);
  }

  /** The same keys, and other words about whose they are. */
  private static Account renamed(Account account, String option, String value) {
    var options = new HashMap<>(account.options());
    assertThat(options.put(option, value)).isNotNull();
    return new Account(account.channel(), account.account(), account.keys(), options);
  }

  private static String payingOrder(String channel) throws InterruptedException {
    var orderNo = apiOf("sandbox").create(IDS.withPrefix("it-"), AMOUNT);
    apiOf("sandbox").pay(orderNo, merchant("sandbox").accountAt(channel));
    return orderNo;
  }

  private static void acknowledged(String channel, Account account, String orderNo)
      throws InterruptedException {
    var simulator = Channels.named(channel).getFirst();
    var notice = Notice.paid(orderNo, orderNo + "a", AMOUNT, CLOCK.instant());
    assertThat(RunningStack.channelThatGivesUpAfter(PATIENCE).send(simulator, account, notice))
        .isInstanceOf(Delivered.Acknowledged.class);
  }

  private static void assertHeldBack(String orderNo) throws Exception {
    awaitPayment(orderNo, "a", "SUSPENDED");
    assertOrder(orderNo, "PAYING", List.of());
    assertBooked(orderNo, "CLEARING → SUSPENSE 59900");
    assertCase(orderNo, "WRONG_ACCOUNT 59900 OPEN");
  }
}

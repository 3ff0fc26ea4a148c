package io.payrelay.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.redis.RedisKeys;
import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import io.payrelay.core.TestMerchant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

class OrderApiTest {

  private final RunningCore core = RunningCore.get();
  private final TestMerchant merchant = core.newMerchant();
  private final Api api = merchant.api();

  @Test
  void an_order_is_created_and_read_back() {
    var created = create("A-1", 59900, "CNY").expect(201).json();

    assertThat(created.get("orderNo").asString()).matches("[0-9A-Z]{20,32}");
    assertThat(created.get("merchantOrderNo").asString()).isEqualTo("A-1");
    assertThat(created.get("amount").asLong()).isEqualTo(59900);
    assertThat(created.get("amountDecimal").asString()).isEqualTo("599.00");
    assertThat(created.get("currency").asString()).isEqualTo("CNY");
    assertThat(created.get("status").asString()).isEqualTo("INIT");
    assertThat(created.get("createdAt").asString()).matches("\\d{4}-.*Z");
    assertThat(created.has("channel")).isFalse();
    var read = api.get("/v1/orders/" + created.get("orderNo").asString()).expect(200).json();
    assertThat(read).isEqualTo(created);
  }

  @Test
  void the_expected_amount_stands_in_redis_for_three_days() {
    var orderNo = merchant.order("A-1");

    var redis = core.bean(StringRedisTemplate.class);
    assertThat(redis.opsForValue().get(RedisKeys.expectedAmount(orderNo))).isEqualTo("59900|CNY");
    assertThat(redis.getExpire(RedisKeys.expectedAmount(orderNo), TimeUnit.HOURS))
        .isBetween(71L, 72L);
  }

  @Test
  void a_repeat_answers_with_the_order_that_is_there() {
    var first = create("A-1", 59900, "CNY").expect(201);
    var again = create("A-1", 59900, "CNY").expect(200);

    assertThat(again.json()).isEqualTo(first.json());
  }

  @Test
  void another_amount_or_currency_under_the_same_number_is_refused() {
    create("A-1", 59900, "CNY").expect(201);

    var refused = create("A-1", 59901, "CNY").problem(409, "order-differs");
    assertThat(refused.text("detail")).contains("A-1", "599.00 CNY");
    create("A-1", 59900, "USD").problem(409, "order-differs");
  }

  @Test
  void two_merchants_may_use_the_same_number() {
    create("A-1", 59900, "CNY").expect(201);

    core.newMerchant().order("A-1");
  }

  @Test
  void thirty_two_callers_at_once_create_one_order() throws Exception {
    var answers = atOnce(32, () -> create("RACE", 59900, "CNY"));

    assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
    assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(31);
    assertThat(answers.stream().map(answer -> answer.text("orderNo")).distinct()).hasSize(1);
    assertThat(
            core.sql()
                .sql("select count(*) from core.orders where merchant_no = ?")
                .param(merchant.merchantNo())
                .query(Long.class)
                .single())
        .isEqualTo(1);
  }

  @Test
  void another_merchants_order_is_not_found() {
    var orderNo = merchant.order("A-1");
    var other = core.newMerchant();

    other.api().get("/v1/orders/" + orderNo).problem(404, "order-not-found");
    other.pay(orderNo).problem(404, "order-not-found");
    api.get("/v1/orders/NONE").problem(404, "order-not-found");
  }

  @Test
  void start_pay_binds_the_order_and_leaves_one_row_of_history() {
    var orderNo = merchant.order("A-1");

    var paying = merchant.pay(orderNo).expect(200).json();

    assertThat(paying.get("status").asString()).isEqualTo("PAYING");
    assertThat(paying.get("channel").asString()).isEqualTo("hmac");
    assertThat(paying.get("account").asString()).isEqualTo(merchant.account());
    assertThat(history(orderNo)).isEqualTo("INIT>PAYING");
  }

  @Test
  void start_pay_is_idempotent_for_any_number_of_callers() throws Exception {
    var orderNo = merchant.order("A-1");

    var answers = atOnce(16, () -> merchant.pay(orderNo));

    assertThat(answers).allSatisfy(answer -> answer.expect(200));
    assertThat(history(orderNo)).isEqualTo("INIT>PAYING");
  }

  @Test
  void a_paying_order_keeps_its_account() {
    var orderNo = merchant.order("A-1");
    merchant.pay(orderNo).expect(200);
    core.internal("payrelay")
        .post(
            "/internal/channel-accounts",
            Map.of(
                "channel",
                "hmac",
                "account",
                merchant.account() + "-2",
                "merchantNo",
                merchant.merchantNo()))
        .expect(201);

    var refused = pay(orderNo, merchant.account() + "-2").problem(409, "order-not-payable");

    assertThat(refused.text("detail")).contains(orderNo, "hmac/" + merchant.account());
  }

  @Test
  void an_account_of_somebody_else_is_refused() {
    var orderNo = merchant.order("A-1");

    pay(orderNo, core.newMerchant().account()).problem(422, "account-not-yours");
    pay(orderNo, "nowhere").problem(422, "account-not-yours");
    assertThat(history(orderNo)).isEmpty();
  }

  @Test
  void no_terminal_order_becomes_paying_again() {
    for (var end : new String[] {"SUCCESS", "FAIL", "CLOSED"}) {
      var orderNo = merchant.order("A-" + end);
      merchant.pay(orderNo).expect(200);
      core.sql()
          .sql("update core.orders set status = ?, version = version + 1 where order_no = ?")
          .params(end, orderNo)
          .update();

      var refused = merchant.pay(orderNo).problem(409, "order-not-payable");

      assertThat(refused.text("detail"))
          .isEqualTo("order %s is %s: no edge leads from there to PAYING".formatted(orderNo, end));
      assertThat(history(orderNo)).isEqualTo("INIT>PAYING");
    }
  }

  private Api.Answer create(String merchantOrderNo, long amount, String currency) {
    return api.post(
        "/v1/orders",
        Map.of("merchantOrderNo", merchantOrderNo, "amount", amount, "currency", currency));
  }

  private Api.Answer pay(String orderNo, String account) {
    return api.post(
        "/v1/orders/" + orderNo + "/pay", Map.of("channel", "hmac", "account", account));
  }

  private String history(String orderNo) {
    return String.join(
        " ",
        core.sql()
            .sql(
                """
                select from_status || '>' || to_status from core.order_transition
                where order_no = ? order by transition_id""")
            .param(orderNo)
            .query(String.class)
            .list());
  }

  private static List<Api.Answer> atOnce(int callers, Callable<Api.Answer> call) throws Exception {
    var start = new CyclicBarrier(callers);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, callers)
              .<Callable<Api.Answer>>mapToObj(
                  _ ->
                      () -> {
                        start.await(10, TimeUnit.SECONDS);
                        return call.call();
                      })
              .toList();
      var answers = new ArrayList<Api.Answer>();
      for (var answer : threads.invokeAll(calls)) {
        answers.add(answer.get());
      }
      return answers;
    }
  }
}

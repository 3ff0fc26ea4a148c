package io.payrelay.core.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.security.ServiceTokens;
import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import io.payrelay.core.TestMerchant;
import io.payrelay.testkit.Reply;
import io.payrelay.testkit.ScriptedReceiver;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NotifyUrlTest {

  private final RunningCore core = RunningCore.get();
  private final ScriptedReceiver notifyWorker = core.notifyWorker();
  private final TestMerchant merchant = core.newMerchant();

  @BeforeEach
  void friendlyAgain() {
    notifyWorker.reset();
  }

  @Test
  void a_notify_url_is_kept_by_notify_worker_and_only_its_id_here() {
    notifyWorker.then(json(200, "{\"notifyUrlId\":\"nu_1\",\"more\":true}"));

    var orderNo = create("A-1").expect(201).text("orderNo");

    assertThat(notifyUrlId(orderNo)).isEqualTo("nu_1");
    var request = notifyWorker.requests().getFirst();
    assertThat(request.method() + " " + request.target()).isEqualTo("POST /internal/notify-urls");
    assertThat(request.text())
        .isEqualTo(
            "{\"merchantNo\":\"%s\",\"url\":\"https://shop.example/n\"}"
                .formatted(merchant.merchantNo()));
    var token = request.header("authorization").orElseThrow().substring("Bearer ".length());
    assertThat(
            new ServiceTokens(RunningCore.SERVICE_KEY, Clock.systemUTC())
                .verify(token, "notify-worker"))
        .contains("order-core");
    assertThat(request.header("traceparent")).isPresent();
  }

  @Test
  void an_order_without_notify_url_asks_nobody() {
    var orderNo = merchant.order("A-1");

    assertThat(notifyUrlId(orderNo)).isNull();
    assertThat(notifyWorker.requests()).isEmpty();
  }

  @Test
  void a_repeat_does_not_ask_again() {
    notifyWorker.then(json(200, "{\"notifyUrlId\":\"nu_1\"}"));
    create("A-1").expect(201);

    create("A-1").expect(200);

    assertThat(notifyWorker.requests()).hasSize(1);
  }

  @Test
  void a_refused_notify_url_creates_no_order_and_gives_the_reason() {
    notifyWorker.then(
        json(422, "{\"code\":\"notify-url-refused\",\"detail\":\"10.0.0.1 is private\"}"));

    var refused = create("A-1").problem(422, "notify-url-refused");

    assertThat(refused.text("detail")).isEqualTo("10.0.0.1 is private");
    assertThat(orders()).isZero();
  }

  @Test
  void an_answer_that_does_not_come_is_given_up_in_time_and_can_be_repeated() {
    notifyWorker.then(new Reply.Hang()).then(json(200, "{\"notifyUrlId\":\"nu_1\"}"));
    long start = System.nanoTime();

    create("A-1").problem(503, "notify-worker-unavailable");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    assertThat(orders()).isZero();
    create("A-1").expect(201);
  }

  @Test
  void a_dripping_answer_is_given_up_in_time() {
    notifyWorker.then(
        new Reply.Drip(json(200, "{\"notifyUrlId\":\"nu_1\"}"), Duration.ofMillis(300)));
    long start = System.nanoTime();

    create("A-1").problem(503, "notify-worker-unavailable");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void every_other_answer_is_unavailable() {
    notifyWorker
        .then(json(500, "{}"))
        .then(json(401, "{}"))
        .then(json(200, "{}"))
        .then(json(200, "<html>"))
        .then(Reply.redirect(302, "http://127.0.0.1:1/"))
        .then(new Reply.Truncated(json(200, "{\"notifyUrlId\":\"nu_1\"}")));

    for (int i = 0; i < 6; i++) {
      create("A-1").problem(503, "notify-worker-unavailable");
    }
    assertThat(orders()).isZero();
  }

  @Test
  void a_refusal_in_other_words_is_still_a_refusal() {
    notifyWorker.then(Reply.answer(422, "no"));

    create("A-1").problem(422, "notify-url-refused");
  }

  @Test
  void settings_are_checked_and_named() {
    var url = URI.create("http://127.0.0.1:1");
    var second = Duration.ofSeconds(1);
    assertThat(new NotifyWorkerSettings(url, second, second).timeout()).isEqualTo(second);
    assertThatThrownBy(() -> new NotifyWorkerSettings(URI.create("file:/x"), second, second))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify-worker.url");
    assertThatThrownBy(() -> new NotifyWorkerSettings(url, Duration.ZERO, second))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify-worker.connect-timeout");
    assertThatThrownBy(() -> new NotifyWorkerSettings(url, second, Duration.ofMillis(999)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify-worker.timeout");
    assertThatThrownBy(() -> new NotifyWorkerSettings(url, second, Duration.ofSeconds(31)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("payrelay.notify-worker.timeout");
  }

  private Api.Answer create(String merchantOrderNo) {
    return merchant
        .api()
        .post(
            "/v1/orders",
            Map.of(
                "merchantOrderNo",
                merchantOrderNo,
                "amount",
                59900,
                "currency",
                "CNY",
                "notifyUrl",
                "https://shop.example/n"));
  }

  private static Reply.Answer json(int status, String body) {
    var answer = Reply.answer(status, body);
    return new Reply.Answer(status, Map.of("Content-Type", "application/json"), answer.body());
  }

  private @Nullable String notifyUrlId(String orderNo) {
    return (String)
        core.sql()
            .sql("select notify_url_id from core.orders where order_no = ?")
            .param(orderNo)
            .query()
            .singleRow()
            .get("notify_url_id");
  }

  private long orders() {
    return core.sql()
        .sql("select count(*) from core.orders where merchant_no = ?")
        .param(merchant.merchantNo())
        .query(Long.class)
        .single();
  }
}

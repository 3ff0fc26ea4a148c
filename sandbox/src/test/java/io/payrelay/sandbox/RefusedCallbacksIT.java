package io.payrelay.sandbox;

import static io.payrelay.sandbox.RunningStack.AMOUNT;
import static io.payrelay.sandbox.RunningStack.CHANNEL;
import static io.payrelay.sandbox.RunningStack.CLOCK;
import static io.payrelay.sandbox.RunningStack.accountOf;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.sandbox.channel.Delivered;
import io.payrelay.sandbox.channel.HmacSimulator;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.channel.SignedCallback;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What does not come from the channel is answered in its words, and goes no further. */
class RefusedCallbacksIT {

  private static final int MEGABYTE = 1024 * 1024;

  private final Account account = accountOf("sandbox");
  private final Map<Path, Long> logs = new HashMap<>();
  private String orderNo;
  private SignedCallback genuine;

  @BeforeEach
  void prepare() throws Exception {
    for (var log : logFiles()) {
      logs.put(log, Files.size(log));
    }
    orderNo = RunningStack.payingOrder("sandbox");
    genuine =
        CHANNEL.sign(
            Notice.paid(orderNo, "T" + orderNo, AMOUNT, CLOCK.instant()), account, CLOCK.instant());
  }

  @AfterEach
  void nothing_was_published_and_no_log_has_a_stack_trace() throws Exception {
    var other = RunningStack.payingOrder("sandbox");
    var notice = Notice.paid(other, "T" + other, AMOUNT, CLOCK.instant());
    assertThat(
            RunningStack.channelThatGivesUpAfter(Duration.ofSeconds(20))
                .send(CHANNEL, account, notice))
        .isInstanceOf(Delivered.Acknowledged.class);
    await().atMost(Duration.ofSeconds(20)).until(() -> payments(other) == 1);
    // What had been published before would have been settled before.
    assertThat(payments(orderNo)).isZero();
    for (var log : logFiles()) {
      assertThat(newText(log)).as(log.toString()).doesNotContain("\n\tat ");
    }
  }

  @AfterAll
  static void the_books_hold() throws Exception {
    RunningStack.assertBooksHold();
  }

  @Test
  void one_changed_byte() throws Exception {
    var changed = genuine.body().clone();
    changed[changed.length - 3] ^= 1;

    assertRefused(post(new SignedCallback(genuine.headers(), changed)), 401);
  }

  @Test
  void no_signature() throws Exception {
    var headers = Map.of("Content-Type", "application/json");

    assertRefused(post(new SignedCallback(headers, genuine.body())), 401);
  }

  @Test
  void a_validly_signed_timestamp_of_2021() throws Exception {
    var then = Instant.parse("2021-06-01T00:00:00Z");

    assertRefused(post(HmacSimulator.sign(genuine.body(), account.secret(), then)), 401);
  }

  @Test
  void a_body_of_a_megabyte() throws Exception {
    var big = new byte[MEGABYTE];
    var signed = HmacSimulator.sign(big, account.secret(), CLOCK.instant());

    assertRefused(post(signed), 413);
  }

  @Test
  void signed_nonsense() throws Exception {
    var nonsense = "no json".getBytes(UTF_8);

    assertRefused(post(HmacSimulator.sign(nonsense, account.secret(), CLOCK.instant())), 400);
  }

  @Test
  void an_unknown_account() throws Exception {
    assertRefused(send("POST", "/callbacks/hmac/nobody", genuine), 404);
  }

  @Test
  void a_get() throws Exception {
    var empty = new SignedCallback(Map.of(), new byte[0]);

    assertRefused(send("GET", "/callbacks/hmac/" + account.account(), empty), 405);
  }

  private Answer post(SignedCallback callback) throws Exception {
    return send("POST", "/callbacks/hmac/" + account.account(), callback);
  }

  private static Answer send(String method, String path, SignedCallback callback) throws Exception {
    return RunningStack.http()
        .send(
            method,
            URI.create(RunningStack.file().ingressUrl() + path),
            callback.headers(),
            callback.body(),
            Duration.ofSeconds(5));
  }

  private static void assertRefused(Answer answer, int status) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().path("code").asString("")).isEqualTo("FAIL");
    assertThat(answer.json().path("message").asString("")).isNotBlank();
  }

  private static long payments(String orderNo) throws Exception {
    return RunningStack.count(
        "select count(*) from core.channel_payment where order_no = ?", orderNo);
  }

  private static List<Path> logFiles() throws Exception {
    var files = new ArrayList<Path>();
    for (var service : List.of("callback-ingress", "order-core", "notify-worker", "ops-console")) {
      files.add(RunningStack.stack().home().resolve("logs").resolve(service + ".log"));
    }
    return files;
  }

  private String newText(Path log) throws Exception {
    var all = Files.readAllBytes(log);
    int from = logs.getOrDefault(log, 0L).intValue();
    return new String(all, from, all.length - from, UTF_8);
  }
}

package io.payrelay.sandbox.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.testkit.Reply;
import io.payrelay.testkit.ScriptedReceiver;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallbackSenderTest {

  private static final Account ACCOUNT =
      new Account(
          "hmac",
          "acc",
          List.of(new Merchant.Key("k1", "0123456789abcdef0123456789abcdef")),
          Map.of());
  private static final Notice NOTICE =
      Notice.paid("O1", "T1", Money.parse("599.00", "CNY"), Instant.EPOCH);
  private static final Reply ACK = Reply.answer(200, "{\"code\":\"SUCCESS\"}");
  private static final Reply NACK = Reply.answer(503, "{\"code\":\"FAIL\",\"message\":\"broker\"}");

  private final ScriptedReceiver ingress = new ScriptedReceiver();
  private final Http http = new Http();

  private CallbackSender sender(Duration giveUp) {
    return new CallbackSender(http, URI.create(ingress.url("")), Clock.systemUTC(), giveUp);
  }

  @AfterEach
  void close() {
    http.close();
    ingress.close();
  }

  @Test
  void sends_again_until_it_is_acknowledged() throws Exception {
    ingress.then(NACK).then(new Reply.Reset()).always(ACK);

    var delivered = sender(Duration.ofMinutes(1)).send(new HmacSimulator(), ACCOUNT, NOTICE);

    assertThat(delivered).isEqualTo(new Delivered.Acknowledged(3));
    assertThat(ingress.requests()).hasSize(3);
  }

  @Test
  void gives_up_in_the_end_and_says_what_it_last_heard() throws Exception {
    ingress.always(NACK);

    var delivered = sender(Duration.ofSeconds(2)).send(new HmacSimulator(), ACCOUNT, NOTICE);

    assertThat(delivered)
        .isEqualTo(
            new Delivered.GivenUp(
                ingress.requests().size(), "503 {\"code\":\"FAIL\",\"message\":\"broker\"}"));
  }

  @Test
  void posts_to_the_accounts_own_address() {
    assertThat(sender(Duration.ofSeconds(1)).url(ACCOUNT))
        .isEqualTo(URI.create(ingress.url("/callbacks/hmac/acc")));
  }
}

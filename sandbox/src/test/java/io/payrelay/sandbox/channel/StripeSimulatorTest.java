package io.payrelay.sandbox.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeSimulatorTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_772_352_000);
  private static final Account ACCOUNT =
      new Account(
          "stripe",
          "acc",
          List.of(new Merchant.Key("we_1", "whsec_0123456789abcdef0123456789abcdef")),
          Map.of("livemode", "false"));

  private final StripeSimulator channel = new StripeSimulator();

  @Test
  void signs_as_an_independent_implementation_does() {
    var notice = Notice.paid("O1", "T1", Money.parse("599.00", "CNY"), NOW);

    var callback = channel.sign(notice, ACCOUNT, NOW);

    assertThat(new String(callback.body(), StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"id":"evt-T1","object":"event","api_version":"2025-09-30.clover",\
            "created":1772352000,"data":{"object":{"id":"T1","object":"payment_intent",\
            "amount":59900,"amount_received":59900,"currency":"cny",\
            "metadata":{"order_no":"O1"},"status":"succeeded"}},"livemode":false,\
            "pending_webhooks":1,"type":"payment_intent.succeeded"}\
            """);
    // Python: hmac.new(secret, b"1772352000." + body, hashlib.sha256).hexdigest()
    assertThat(callback.headers())
        .containsEntry(
            "Stripe-Signature",
            "t=1772352000,v1=ec9ba4f5900fbc78290b90a1ab2a037c478f5f8043e0a1bcd18b957c3914842e");
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS,payment_intent.succeeded",
    "FAIL,payment_intent.payment_failed",
    "CLOSED,payment_intent.canceled"
  })
  void each_end_of_a_payment_is_an_event_of_its_own(Notice.Status status, String type) {
    var notice = new Notice("evt-T1", "O1", "T1", Money.parse("599.00", "CNY"), status, NOW);

    assertThat(new String(channel.sign(notice, ACCOUNT, NOW).body(), StandardCharsets.UTF_8))
        .contains("\"type\":\"" + type + "\"");
  }

  @ParameterizedTest
  @CsvSource({"200,true", "204,true", "299,true", "301,false", "401,false", "503,false"})
  void any_2xx_is_an_acknowledgement_whatever_its_body(int status, boolean acknowledged) {
    assertThat(channel.isAcknowledged(new Answer(status, new byte[0]))).isEqualTo(acknowledged);
  }
}

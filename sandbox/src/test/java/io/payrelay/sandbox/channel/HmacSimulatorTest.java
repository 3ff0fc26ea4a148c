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

class HmacSimulatorTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_772_352_000);
  private static final Account ACCOUNT =
      new Account(
          "hmac",
          "acc",
          List.of(new Merchant.Key("k1", "0123456789abcdef0123456789abcdef")),
          Map.of());

  private final HmacSimulator channel = new HmacSimulator();

  @Test
  void signs_as_an_independent_implementation_does() {
    var notice = Notice.paid("O1", "T1", Money.parse("599.00", "CNY"), NOW);

    var callback = channel.sign(notice, ACCOUNT, NOW);

    assertThat(new String(callback.body(), StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"eventId":"evt-T1","orderNo":"O1","transactionId":"T1","amount":"599.00",\
            "currency":"CNY","status":"SUCCESS","paidAt":"2026-03-01T08:00:00Z"}\
            """);
    // Python: hmac.new(secret, b"1772352000." + body, hashlib.sha256).hexdigest()
    assertThat(callback.headers())
        .containsEntry(
            "X-Signature",
            "t=1772352000,v1=c43edfdb7de37c0c0ebecc6d5c943fcb38be7622d901c47f99314c2e20fc3969");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {\"code\":\"SUCCESS\",\"message\":\"OK\"}     | true",
        "200 | {\"code\":\"FAIL\",\"message\":\"amount\"}    | false",
        "200 | SUCCESS                                       | false",
        "202 | {\"code\":\"SUCCESS\",\"message\":\"OK\"}     | false",
        "503 | {\"code\":\"SUCCESS\",\"message\":\"OK\"}     | false",
      })
  void only_200_with_its_own_words_is_an_acknowledgement(
      int status, String body, boolean acknowledged) {
    var answer = new Answer(status, body.getBytes(StandardCharsets.UTF_8));

    assertThat(channel.isAcknowledged(answer)).isEqualTo(acknowledged);
  }
}

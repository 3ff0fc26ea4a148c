package io.payrelay.sandbox.channel;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlipaySimulatorTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");

  private static KeyPair keys;
  private static Account account;

  private final AlipaySimulator channel = new AlipaySimulator();

  @BeforeAll
  static void generate() throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    keys = generator.generateKeyPair();
    var secret = Base64.getEncoder().encodeToString(keys.getPrivate().getEncoded());
    account =
        new Account(
            "alipay",
            "acc",
            List.of(new Merchant.Key("platform", secret)),
            Map.of("app-id", "2021001146601279", "seller-id", "2088731909746398"));
  }

  @Test
  void signs_what_the_jdk_verifies() throws Exception {
    var fields = decoded(sign(Notice.Status.SUCCESS));
    var sign = Base64.getDecoder().decode(fields.remove("sign"));
    assertThat(fields.remove("sign_type")).isEqualTo("RSA2");

    var verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(keys.getPublic());
    verifier.update(
        fields.entrySet().stream()
            .map(one -> one.getKey() + "=" + one.getValue())
            .collect(joining("&"))
            .getBytes(StandardCharsets.UTF_8));
    assertThat(verifier.verify(sign)).isTrue();
  }

  @Test
  void says_what_a_real_notice_says() {
    assertThat(decoded(sign(Notice.Status.SUCCESS)))
        .containsEntry("app_id", "2021001146601279")
        .containsEntry("seller_id", "2088731909746398")
        .containsEntry("charset", "utf-8")
        .containsEntry("notify_id", "evt-T1")
        .containsEntry("out_trade_no", "O1")
        .containsEntry("trade_no", "T1")
        .containsEntry("total_amount", "599.00")
        .containsEntry("trade_status", "TRADE_SUCCESS")
        .containsEntry("gmt_payment", "2026-03-01 16:00:00")
        .containsEntry("subject", "订单 A+B 100% ");
  }

  @ParameterizedTest
  @CsvSource({"FAIL", "CLOSED"})
  void what_was_not_paid_is_closed_without_a_time_of_payment(Notice.Status status) {
    assertThat(decoded(sign(status)))
        .containsEntry("trade_status", "TRADE_CLOSED")
        .doesNotContainKey("gmt_payment");
  }

  @ParameterizedTest
  @CsvSource({
    "200,success,true",
    "200,SUCCESS,false",
    "200,'success\n',false",
    "200,failure,false",
    "204,'',false",
    "401,success,false"
  })
  void only_the_word_is_an_acknowledgement(int status, String body, boolean acknowledged) {
    assertThat(channel.isAcknowledged(new Answer(status, body.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(acknowledged);
  }

  private String sign(Notice.Status status) {
    var notice = new Notice("evt-T1", "O1", "T1", Money.parse("599.00", "CNY"), status, NOW);
    return new String(channel.sign(notice, account, NOW).body(), StandardCharsets.US_ASCII);
  }

  private static Map<String, String> decoded(String form) {
    var fields = new TreeMap<String, String>();
    for (var field : form.split("&", -1)) {
      int equals = field.indexOf('=');
      fields.put(
          field.substring(0, equals),
          URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return fields;
  }
}

package io.payrelay.sandbox.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.sandbox.stack.UsageException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnionPaySimulatorTest {

  private static final Instant NOW = Instant.parse("2026-03-01T02:10:00Z");
  private static final String ORDER = "01KABCDEFGHJKMNPQRSTVWXYZ0";
  // Any text does here: who believes a certificate is the receiver's business.
  private static final String CERTIFICATE =
      "-----BEGIN CERTIFICATE-----\r\nAAAA+/==\r\n-----END CERTIFICATE-----\r\n";

  private static KeyPair pair;
  private static Account account;

  private final UnionPaySimulator channel = new UnionPaySimulator();

  @BeforeAll
  static void makeKey() throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    pair = generator.generateKeyPair();
    account =
        new Account(
            "unionpay",
            "acc",
            List.of(
                new Merchant.Key(
                    "certificate", base64(CERTIFICATE.getBytes(StandardCharsets.US_ASCII))),
                new Merchant.Key("private", base64(pair.getPrivate().getEncoded()))),
            Map.of("mer-id", "777290058110001"));
  }

  @Test
  void signs_as_unionpay_documents_it() throws Exception {
    var fields = fields(channel.sign(notice(Notice.Status.SUCCESS), account, NOW));

    var signature = fields.remove("signature");
    var text = new StringBuilder();
    fields.forEach((name, value) -> text.append('&').append(name).append('=').append(value));
    var digest =
        MessageDigest.getInstance("SHA-256")
            .digest(text.substring(1).getBytes(StandardCharsets.UTF_8));
    var verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(pair.getPublic());
    verifier.update(HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII));
    assertThat(verifier.verify(Base64.getDecoder().decode(signature))).isTrue();
  }

  @Test
  void a_notice_has_the_parameters_of_a_real_one() {
    var callback = channel.sign(notice(Notice.Status.SUCCESS), account, NOW);

    assertThat(fields(callback))
        .containsEntry("merId", "777290058110001")
        .containsEntry("orderId", ORDER)
        .containsEntry("queryId", "T" + ORDER)
        .containsEntry("txnType", "01")
        .containsEntry("txnAmt", "59900")
        .containsEntry("currencyCode", "156")
        .containsEntry("txnTime", "20260301101000")
        .containsEntry("settleDate", "0301")
        .containsEntry("traceTime", "0301101000")
        .containsEntry("version", "5.1.0")
        .containsEntry("signMethod", "01")
        .containsEntry("respMsg", "成功[0000000]")
        .containsEntry("signPubKeyCert", CERTIFICATE);
    assertThat(callback.headers())
        .containsEntry("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8");
  }

  @ParameterizedTest
  @CsvSource({"SUCCESS,00", "FAIL,64", "CLOSED,64"})
  void what_did_not_go_through_is_one_failed_attempt(Notice.Status status, String code) {
    assertThat(fields(channel.sign(notice(status), account, NOW))).containsEntry("respCode", code);
  }

  @Test
  void other_currencies_are_refused() {
    var dollars = Notice.paid(ORDER, "T" + ORDER, Money.parse("599.00", "USD"), NOW);

    assertThatThrownBy(() -> channel.sign(dollars, account, NOW))
        .isInstanceOf(UsageException.class);
  }

  @ParameterizedTest
  @CsvSource({"200,true", "204,false", "201,false", "302,false", "401,false", "503,false"})
  void a_200_alone_is_an_acknowledgement_whatever_its_body(int status, boolean acknowledged) {
    assertThat(channel.isAcknowledged(new Answer(status, new byte[0]))).isEqualTo(acknowledged);
  }

  private static Notice notice(Notice.Status status) {
    return new Notice("e", ORDER, "T" + ORDER, Money.parse("599.00", "CNY"), status, NOW);
  }

  private static Map<String, String> fields(SignedCallback callback) {
    var fields = new TreeMap<String, String>();
    for (var pair : new String(callback.body(), StandardCharsets.US_ASCII).split("&", -1)) {
      int equals = pair.indexOf('=');
      fields.put(
          pair.substring(0, equals),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return fields;
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

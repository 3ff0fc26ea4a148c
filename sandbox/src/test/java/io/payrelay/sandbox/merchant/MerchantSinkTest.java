package io.payrelay.sandbox.merchant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.signing.StandardWebhooks;
import io.payrelay.common.signing.StandardWebhooks.Verification;
import io.payrelay.common.signing.WebhookSecret;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.RefusedException;
import io.payrelay.sandbox.stack.SandboxFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MerchantSinkTest {

  private static final WebhookSecret SECRET = WebhookSecret.generate(new SecureRandom());
  private static final byte[] BODY =
      "{\"type\":\"payment.succeeded\",\"data\":{\"orderNo\":\"O1\",\"amount\":59900}}"
          .getBytes(UTF_8);

  @TempDir private Path dir;

  private final Http http = new Http();
  private MerchantSink sink;
  private SinkApi api;

  @BeforeEach
  void start() throws IOException {
    sink = open();
    Files.writeString(
        dir.resolve("sandbox.json"),
        """
        {"sandboxUrl":"http://127.0.0.1:%d",
         "merchants":[{"name":"m","endpointSecret":"%s","accounts":[]}]}
        """
            .formatted(sink.port(), SECRET.reveal()));
    api = new SinkApi(http, SandboxFile.load(dir.resolve("sandbox.json")));
  }

  private MerchantSink open() throws IOException {
    return new MerchantSink(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        dir.resolve("sandbox.json"),
        dir.resolve("receipts.jsonl"),
        Clock.systemUTC());
  }

  @AfterEach
  void stop() throws IOException {
    http.close();
    sink.close();
  }

  private Answer post(String id, byte[] signed, byte[] sent, Duration timeout) throws Exception {
    var now = Clock.systemUTC().instant();
    return http.send(
        "POST",
        URI.create("http://127.0.0.1:" + sink.port() + "/notify/m"),
        Map.of(
            StandardWebhooks.ID,
            id,
            StandardWebhooks.TIMESTAMP,
            Long.toString(now.getEpochSecond()),
            StandardWebhooks.SIGNATURE,
            StandardWebhooks.sign(id, now, signed, List.of(SECRET))),
        sent,
        timeout);
  }

  private Answer post(String id) throws Exception {
    return post(id, BODY, BODY, Duration.ofSeconds(5));
  }

  @Test
  void a_genuine_notification_is_accepted_and_kept() throws Exception {
    var answer = post("ntf_1");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("SUCCESS");
    assertThat(api.of("O1"))
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.isAccepted()).isTrue();
              assertThat(receipt.notificationId()).isEqualTo("ntf_1");
              assertThat(receipt.eventType()).isEqualTo("payment.succeeded");
              assertThat(receipt.amount()).isEqualTo(59_900);
              assertThat(receipt.merchant()).isEqualTo("m");
            });
  }

  @Test
  void one_changed_byte_is_refused_and_kept() throws Exception {
    var changed = new String(BODY, UTF_8).replace("59900", "69900").getBytes(UTF_8);

    var answer = post("ntf_1", BODY, changed, Duration.ofSeconds(5));

    assertThat(answer.status()).isEqualTo(401);
    assertThat(api.of("O1"))
        .singleElement()
        .extracting(Receipt::signature)
        .isEqualTo(Verification.WRONG_SIGNATURE);
  }

  @Test
  void fails_with_the_wanted_status_until_it_recovers() throws Exception {
    api.fail("m", 503);
    assertThat(post("ntf_1").status()).isEqualTo(503);

    api.recover("m");
    assertThat(post("ntf_1").status()).isEqualTo(200);

    assertThat(api.of("O1")).extracting(Receipt::isAccepted).containsExactly(false, true);
  }

  @Test
  void hangs_until_it_recovers() throws Exception {
    api.hang("m");
    assertThatThrownBy(() -> post("ntf_1", BODY, BODY, Duration.ofMillis(300)))
        .isInstanceOf(HttpTimeoutException.class);

    api.recover("m");
    assertThat(post("ntf_2").status()).isEqualTo(200);
  }

  @Test
  void receipts_can_be_read_on_from_a_place() throws Exception {
    post("ntf_1");
    long place = api.end();
    post("ntf_2");

    assertThat(api.after(place)).extracting(Receipt::notificationId).containsExactly("ntf_2");
    assertThat(api.after(0)).extracting(Receipt::sequence).containsExactly(1L, 2L);
  }

  @Test
  void receipts_outlive_the_sink() throws Exception {
    post("ntf_1");
    sink.close();

    assertThat(ReceiptFile.read(dir.resolve("receipts.jsonl")))
        .extracting(Receipt::notificationId)
        .containsExactly("ntf_1");
    sink = open();
    assertThat(post("ntf_2").status()).isEqualTo(200);
    sink.close();
    assertThat(ReceiptFile.read(dir.resolve("receipts.jsonl")))
        .extracting(Receipt::sequence)
        .containsExactly(1L, 2L);
  }

  @Test
  void a_wrong_wish_is_explained() {
    assertThatThrownBy(() -> api.fail("m", 99))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("status is 200 to 599, not 99");
    assertThatThrownBy(() -> api.fail("nobody", 500))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("404");
  }
}

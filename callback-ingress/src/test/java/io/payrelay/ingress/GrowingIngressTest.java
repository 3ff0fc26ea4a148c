package io.payrelay.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.money.Money;
import io.payrelay.testkit.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What is added without touching anything else: a channel in its package, a key in its file. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {"management.server.port=0", "payrelay.ingress.accounts-poll=50ms"})
@ExtendWith(OutputCaptureExtension.class)
@DirtiesContext // or it would go on watching a file that is gone
class GrowingIngressTest {

  private static final String SEAL = "loft-17-ring-0815";
  private static final String FIRST = "the-first-secret-0123456789abcdef";
  private static final String SECOND = "the-second-secret-0123456789abcdef";

  @TempDir private static Path directory = Path.of("");

  private static String virtualHost = "";

  @Value("${local.server.port}")
  private int port;

  private Wire wire;

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) throws Exception {
    virtualHost = Servers.rabbit().newVirtualHost();
    Servers.rabbitProperties(registry, virtualHost);
    Servers.redisProperties(registry);
    configure(FIRST);
    registry.add("payrelay.ingress.accounts-file", () -> file().toString());
  }

  private static Path file() {
    return directory.resolve("accounts.yaml");
  }

  private static void configure(String... hmacSecrets) throws Exception {
    var accounts =
        new StringBuilder(
            """
            payrelay:
              accounts:
                - channel: pigeon
                  account: loft
                  keys: [{id: ring, secret: %s}]
                - channel: hmac
                  account: shop
                  keys:
            """
                .formatted(SEAL));
    for (int i = 0; i < hmacSecrets.length; i++) {
      accounts.append("        - {id: k%d, secret: %s}%n".formatted(i, hmacSecrets[i]));
    }
    Files.writeString(file(), accounts);
  }

  @BeforeEach
  void open() throws Exception {
    wire = new Wire(Servers.rabbit().factory(virtualHost), port);
    wire.published();
  }

  @AfterEach
  void close(CapturedOutput output) {
    wire.close();
    assertThat(output).doesNotContain(SEAL).doesNotContain(FIRST).doesNotContain(SECOND);
  }

  @Test
  void a_channel_is_added_by_its_package_alone() throws Exception {
    var answer = pigeon(SEAL, "ORDER1 tx-1 599.00");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("coo");
    var messages = wire.published();
    assertThat(messages).hasSize(1);
    assertThat(messages.getFirst().getEnvelope().getRoutingKey()).isEqualTo("pigeon");
    var callback = decoded(messages.getFirst().getBody());
    assertThat(callback.channel()).isEqualTo("pigeon");
    assertThat(callback.account()).isEqualTo("loft");
    assertThat(callback.orderNo()).isEqualTo("ORDER1");
    assertThat(callback.amount()).isEqualTo(Money.ofMinor(59_900, "CNY"));
  }

  @Test
  void its_refusals_are_in_its_own_words() throws Exception {
    assertHiss(pigeon("another-loft-ring-1", "ORDER1 tx-1 599.00"), 401);
    assertHiss(pigeon(SEAL, "ORDER1 tx-1 599.001"), 400);
    assertHiss(pigeon(SEAL, "x".repeat(65 * 1024)), 413);
    assertHiss(wire.send(wire.to("/callbacks/pigeon/loft").GET()), 405);
    assertHiss(wire.post("/callbacks/pigeon/other", "", new byte[0]), 404);
    wire.assertNothingPublished();
  }

  @Test
  void a_secret_added_by_reload_verifies_without_a_restart() throws Exception {
    var body = HmacSender.body("ORDER1", "tx-1", "599.00", "SUCCESS");
    assertThat(hmac(SECOND, body).statusCode()).isEqualTo(401);

    configure(FIRST, SECOND);

    await().untilAsserted(() -> assertThat(hmac(SECOND, body).statusCode()).isEqualTo(200));
    assertThat(hmac(FIRST, body).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> pigeon(String seal, String note) throws Exception {
    return wire.send(
        wire.to("/callbacks/pigeon/loft")
            .header("X-Seal", seal)
            .POST(BodyPublishers.ofString(note)));
  }

  private HttpResponse<String> hmac(String secret, byte[] body) throws Exception {
    return wire.post(
        "/callbacks/hmac/shop", new HmacSender(secret).header(Instant.now(), body), body);
  }

  private static void assertHiss(HttpResponse<String> answer, int status) {
    assertThat(answer.body()).startsWith("hiss: ");
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  private static CallbackReceived decoded(byte[] body) {
    if (new EventCodec().decode(CallbackReceived.TYPE, 1, body)
        instanceof Decoded.Known(CallbackReceived callback)) {
      return callback;
    }
    throw new AssertionError("not a callback");
  }
}

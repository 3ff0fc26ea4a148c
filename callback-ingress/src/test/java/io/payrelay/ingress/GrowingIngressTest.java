package io.payrelay.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.wechat.wechatv3.WechatV3Sender;
import io.payrelay.testkit.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
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

  private static final WechatV3Sender FIRST_PLATFORM_KEY = WechatV3Sender.of("PUB_KEY_ID_01");
  private static final WechatV3Sender SECOND_PLATFORM_KEY = WechatV3Sender.of("PUB_KEY_ID_02");

  @TempDir private static Path directory = Path.of("");

  private static String virtualHost = "";

  @Value("${local.server.port}")
  private int port;

  @Autowired private MeterRegistry meters;

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
    configure(List.of(hmacSecrets), FIRST_PLATFORM_KEY);
  }

  private static void configure(List<String> hmacSecrets, WechatV3Sender... platformKeys)
      throws Exception {
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
    for (int i = 0; i < hmacSecrets.size(); i++) {
      accounts.append("        - {id: k%d, secret: %s}%n".formatted(i, hmacSecrets.get(i)));
    }
    accounts.append(
        """
            - channel: wechat-v3
              account: shop
              options: {mchid: "%s", appid: "%s"}
              keys:
                - {id: apiv3, secret: "%s"}
        """
            .formatted(
                WechatV3Sender.OPTIONS.get("mchid"),
                WechatV3Sender.OPTIONS.get("appid"),
                WechatV3Sender.APIV3));
    for (var key : platformKeys) {
      accounts.append("        - {id: %s, secret: %s}%n".formatted(key.id(), key.publicKey()));
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
    assertThat(output)
        .doesNotContain(SEAL)
        .doesNotContain(FIRST)
        .doesNotContain(SECOND)
        .doesNotContain(WechatV3Sender.APIV3);
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

  @Test
  void a_platform_key_that_we_do_not_have_yet_is_asked_for_again_until_it_is_loaded()
      throws Exception {
    var body = WechatV3Sender.paid("ORDER2");
    var headers = SECOND_PLATFORM_KEY.headers(Instant.now(), body);
    double unknown = rejections("key_unknown");

    var first = wechat(headers, body);

    assertThat(first.statusCode()).isEqualTo(503);
    assertThat(first.body()).startsWith("{\"code\":\"FAIL\",\"message\":\"");
    assertThat(rejections("key_unknown")).isEqualTo(unknown + 1);
    wire.assertNothingPublished();

    configure(List.of(FIRST), FIRST_PLATFORM_KEY, SECOND_PLATFORM_KEY);

    await().untilAsserted(() -> assertThat(wechat(headers, body).statusCode()).isEqualTo(200));
    var messages = wire.published();
    assertThat(messages).hasSize(1);
    var callback = decoded(messages.getFirst().getBody());
    assertThat(callback.channel()).isEqualTo("wechat-v3");
    assertThat(callback.channelFamily()).isEqualTo("wechat");
    assertThat(callback.orderNo()).isEqualTo("ORDER2");
    assertThat(callback.amount()).isEqualTo(Money.ofMinor(59_900, "CNY"));
    var old = FIRST_PLATFORM_KEY.headers(Instant.now(), body);
    assertThat(wechat(old, body).statusCode()).isEqualTo(200);
  }

  @Test
  void a_signature_test_of_the_platform_is_refused_and_raises_no_alarm(CapturedOutput output)
      throws Exception {
    var body = WechatV3Sender.paid("ORDER3");
    var headers = new HashMap<>(FIRST_PLATFORM_KEY.headers(Instant.now(), body));
    headers.put("Wechatpay-Signature", "WECHATPAY/SIGNTEST/abc");
    double probes = rejections("probe");
    int logged = output.getAll().length();

    var answer = wechat(headers, body);

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).startsWith("{\"code\":\"FAIL\",\"message\":\"");
    assertThat(rejections("probe")).isEqualTo(probes + 1);
    assertThat(output.getAll().substring(logged))
        .contains("reason=probe")
        .doesNotContain("WARN")
        .doesNotContain("ERROR");
    wire.assertNothingPublished();
  }

  @Test
  void headers_that_a_proxy_has_stripped_are_told_from_a_forgery() throws Exception {
    var body = WechatV3Sender.paid("ORDER4");
    double missing = rejections("headers_missing");

    assertThat(wechat(Map.of(), body).statusCode()).isEqualTo(401);

    assertThat(rejections("headers_missing")).isEqualTo(missing + 1);
  }

  private HttpResponse<String> wechat(Map<String, String> headers, byte[] body) throws Exception {
    var request = wire.to("/callbacks/wechat-v3/shop").POST(BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    return wire.send(request);
  }

  private double rejections(String reason) {
    return meters
        .counter(
            "payrelay.ingress.rejections",
            "channel",
            "wechat-v3",
            "account",
            "shop",
            "reason",
            reason)
        .count();
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

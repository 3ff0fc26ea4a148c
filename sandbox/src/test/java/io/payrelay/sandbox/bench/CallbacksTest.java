package io.payrelay.sandbox.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.id.Ids;
import io.payrelay.sandbox.channel.HmacSimulator;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.channel.SignedCallback;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallbacksTest {

  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  private final Account account =
      new Account("hmac", "bench", List.of(new Merchant.Key("k1", "s".repeat(32))), Map.of());
  private final Callbacks callbacks =
      new Callbacks(
          new HmacSimulator(),
          account,
          URI.create("http://127.0.0.1:8080/callbacks/hmac/bench"),
          CLOCK,
          new Ids(CLOCK));

  private static String text(byte[] request) {
    return new String(request, StandardCharsets.UTF_8);
  }

  @Test
  void no_two_callbacks_are_about_the_same_payment() {
    assertThat(callbacks.fresh(1_000)).extracting(Notice::transactionId).doesNotHaveDuplicates();
  }

  @Test
  void a_request_is_complete_and_signed() {
    var notice = callbacks.fresh(1).getFirst();
    var signed = callbacks.sign(notice);

    assertThat(text(callbacks.signed(List.of(notice)).getFirst()))
        .startsWith("POST /callbacks/hmac/bench HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n")
        .contains("X-Signature: " + signed.headers().get("X-Signature") + "\r\n")
        .contains("Content-Length: " + signed.body().length + "\r\n\r\n")
        .endsWith(new String(signed.body(), StandardCharsets.UTF_8));
  }

  @Test
  void a_forgery_has_the_signature_of_another_body() {
    var notice = callbacks.fresh(1).getFirst();
    var signed = callbacks.sign(notice);

    assertThat(text(callbacks.forged(List.of(notice)).getFirst()))
        .contains("X-Signature: " + signed.headers().get("X-Signature") + "\r\n")
        .endsWith(new String(signed.body(), StandardCharsets.UTF_8) + " ");
  }

  @Test
  void the_script_for_wrk_has_every_byte_as_an_escape() {
    var script =
        Wrk.script(new SignedCallback(Map.of("A", "\""), "{\"\n".getBytes(StandardCharsets.UTF_8)));

    assertThat(script)
        .isEqualTo(
            """
            wrk.method = "POST"
            wrk.headers["\\065"] = "\\034"
            wrk.body = "\\123\\034\\010"
            """);
  }
}

package io.payrelay.ingress.wechat.wechatv3;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.channel.Verdict.Refused;
import io.payrelay.ingress.field.Fields;
import java.time.Instant;

/** Verifies one account's callbacks, and only then decrypts and reads them. */
record WechatV3Reader(WechatV3Keys keys, WechatV3Options options) implements CallbackReader {

  private static final long TOLERANCE_SECONDS = 300;
  private static final byte[] END = {'\n'};

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    return switch (WechatV3Headers.parse(request)) {
      case WechatV3Headers.Bad(var refused) -> refused;
      case WechatV3Headers.Wellformed(var headers) -> read(headers, request.body(), now);
    };
  }

  private Verdict read(WechatV3Headers headers, byte[] body, Instant now) {
    // The channel's own SDK does not look at it: there a callback of 2021 passes.
    if (Math.abs(now.getEpochSecond() - headers.seconds()) > TOLERANCE_SECONDS) {
      return new Refused(
          Refusal.TIMESTAMP_OUTSIDE_TOLERANCE,
          "the timestamp is more than " + TOLERANCE_SECONDS + " s away from our clock");
    }
    var key = keys.find(headers.serial());
    if (key.isEmpty()) {
      return new Refused(Refusal.KEY_UNKNOWN, "no key with the id in Wechatpay-Serial");
    }
    if (!key.get().isValidAt(now)) {
      return new Refused(Refusal.KEY_UNKNOWN, "the key in Wechatpay-Serial is not valid now");
    }
    var start = (headers.timestamp() + "\n" + headers.nonce() + "\n").getBytes(UTF_8);
    return headers.signature().isBy(key.get().key(), start, body, END)
        ? Fields.verdict(() -> new WechatV3Body(this, now).read(body))
        : new Refused(Refusal.SIGNATURE_WRONG, "the key in Wechatpay-Serial has not signed this");
  }
}

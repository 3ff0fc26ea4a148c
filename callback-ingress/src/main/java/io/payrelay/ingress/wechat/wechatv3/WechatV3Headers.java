package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict.Refused;
import io.payrelay.ingress.rsa.RsaSignature;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The headers that sign a callback.
 *
 * @param timestamp as it was sent: these characters are what was signed
 */
record WechatV3Headers(String serial, String timestamp, String nonce, RsaSignature signature) {

  private static final String SIGNATURE = "Wechatpay-Signature";
  private static final String TIMESTAMP = "Wechatpay-Timestamp";
  private static final String NONCE = "Wechatpay-Nonce";
  private static final String SERIAL = "Wechatpay-Serial";
  private static final List<String> ALL = List.of(SIGNATURE, TIMESTAMP, NONCE, SERIAL);

  private static final int LONGEST_SIGNATURE = 1024; // 684 characters are 4096 bits
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  // No line break: it parts the nonce from the body in what is signed.
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,128}");

  // Its documents: such signatures are sent now and then, to see whether a merchant verifies.
  private static final String PROBE = "WECHATPAY/SIGNTEST/";

  /** What a request's headers turn out to be. */
  sealed interface Parsed {}

  record Wellformed(WechatV3Headers headers) implements Parsed {}

  record Bad(Refused refused) implements Parsed {}

  static Parsed parse(CallbackRequest request) {
    for (var name : ALL) {
      if (request.header(name).isEmpty()) {
        return bad(Refusal.HEADERS_MISSING, name + " is missing: does a proxy strip it?");
      }
    }
    for (var name : ALL) {
      if (request.header(name).size() > 1) {
        return malformed(name + " came more than once");
      }
    }
    var signature = request.header(SIGNATURE).getFirst();
    if (signature.startsWith(PROBE)) {
      return bad(Refusal.PROBE, "a test of WeChat Pay's whether we verify");
    }
    return parse(
        request.header(SERIAL).getFirst(),
        request.header(TIMESTAMP).getFirst(),
        request.header(NONCE).getFirst(),
        signature);
  }

  private static Parsed parse(String serial, String timestamp, String nonce, String signature) {
    if (!SECONDS.matcher(timestamp).matches()) {
      return malformed(TIMESTAMP + " must be Unix seconds");
    }
    if (!TOKEN.matcher(nonce).matches()) {
      return malformed(NONCE + " must be 1 to 128 printable ASCII characters");
    }
    if (!TOKEN.matcher(serial).matches()) {
      return malformed(SERIAL + " must be 1 to 128 printable ASCII characters");
    }
    if (signature.isEmpty() || signature.length() > LONGEST_SIGNATURE) {
      return malformed(SIGNATURE + " must have 1 to " + LONGEST_SIGNATURE + " characters");
    }
    return RsaSignature.decode(signature)
        .<Parsed>map(bytes -> new Wellformed(new WechatV3Headers(serial, timestamp, nonce, bytes)))
        .orElseGet(() -> malformed(SIGNATURE + " must be Base64, in its one right spelling"));
  }

  long seconds() {
    return Long.parseLong(timestamp);
  }

  private static Bad malformed(String detail) {
    return bad(Refusal.SIGNATURE_MALFORMED, detail);
  }

  private static Bad bad(Refusal why, String detail) {
    return new Bad(new Refused(why, detail));
  }
}

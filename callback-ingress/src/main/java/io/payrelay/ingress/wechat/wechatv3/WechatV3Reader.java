package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;

/** Verifies one account's callbacks, and only then decrypts and reads them. */
record WechatV3Reader(WechatV3Keys keys, String mchid, String appid) implements CallbackReader {

  private static final long TOLERANCE_SECONDS = 300;

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    for (var name : new String[] {"Signature", "Timestamp", "Nonce", "Serial"}) {
      var values = request.header("Wechatpay-" + name);
      if (values.isEmpty()) {
        return refused(
            Refusal.SIGNATURE_MISSING, "Wechatpay-" + name + " is missing: did a proxy strip it?");
      }
      if (values.size() > 1) {
        return refused(Refusal.SIGNATURE_MALFORMED, "Wechatpay-" + name + " came more than once");
      }
    }
    var signature = request.header("Wechatpay-Signature").getFirst();
    if (signature.startsWith("WECHATPAY/SIGNTEST/")) {
      return refused(Refusal.PROBE, "a signature test");
    }
    var timestamp = request.header("Wechatpay-Timestamp").getFirst();
    if (!timestamp.matches("[0-9]{1,12}")) {
      return refused(Refusal.SIGNATURE_MALFORMED, "Wechatpay-Timestamp must be Unix seconds");
    }
    if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) {
      return refused(
          Refusal.TIMESTAMP_OUTSIDE_TOLERANCE, "the timestamp is more than 300 s away from now");
    }
    var key = keys.find(request.header("Wechatpay-Serial").getFirst(), now);
    if (key.isEmpty()) {
      return refused(Refusal.KEY_UNKNOWN, "no key with the id in Wechatpay-Serial");
    }
    byte[] signed;
    try {
      signed = Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException e) {
      return refused(Refusal.SIGNATURE_MALFORMED, "Wechatpay-Signature must be Base64");
    }
    // Base64 has several spellings of the same bytes; the channel uses one.
    if (!Base64.getEncoder().encodeToString(signed).equals(signature)) {
      return refused(Refusal.SIGNATURE_MALFORMED, "Wechatpay-Signature must be plain Base64");
    }
    var nonce = request.header("Wechatpay-Nonce").getFirst();
    return verifies(key.get(), timestamp, nonce, request.body(), signed)
        ? new WechatV3Body(this).read(request.body())
        : refused(Refusal.SIGNATURE_WRONG, "the signature is not this body's");
  }

  private static boolean verifies(
      PublicKey key, String timestamp, String nonce, byte[] body, byte[] signed) {
    try {
      var verifier = Signature.getInstance("SHA256withRSA");
      verifier.initVerify(key);
      verifier.update((timestamp + "\n" + nonce + "\n").getBytes(StandardCharsets.UTF_8));
      verifier.update(body);
      verifier.update((byte) '\n');
      return verifier.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // a signature of another length, for one
    }
  }

  private static Verdict refused(Refusal why, String detail) {
    return new Verdict.Refused(why, detail);
  }
}

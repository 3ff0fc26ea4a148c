package io.payrelay.sandbox.channel;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of two channels: {@code t=<unix s>,v1=<hex HMAC-SHA256(secret, t + "." + body)>}.
 */
final class TimestampedMac {

  private static final String ALGORITHM = "HmacSHA256";

  private TimestampedMac() {}

  /** The header's value for this body, signed now. */
  static String header(String secret, byte[] body, Instant now) {
    long seconds = now.getEpochSecond();
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
      return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}

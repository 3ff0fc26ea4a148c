package io.payrelay.ingress;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as a sender on the {@code hmac} channel does; shares no code with the verifier. */
public record HmacSender(String secret) {

  /** The value of {@code X-Signature}. */
  public String header(Instant at, byte[] body) {
    return "t=" + at.getEpochSecond() + ",v1=" + signature(at, body);
  }

  /** One {@code v1}, without its name. */
  public String signature(Instant at, byte[] body) {
    return signature(Long.toString(at.getEpochSecond()), body);
  }

  /** One {@code v1} over a timestamp's exact characters. */
  public String signature(String timestamp, byte[] body) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A body as channels send it. */
  public static byte[] body(String orderNo, String transactionId, String amount, String status) {
    return """
    {"eventId":"e-1","orderNo":"%s","transactionId":"%s","amount":"%s","currency":"CNY","status":"%s","paidAt":"2026-03-01T10:00:00+08:00"}\
    """
        .formatted(orderNo, transactionId, amount, status)
        .getBytes(StandardCharsets.UTF_8);
  }
}

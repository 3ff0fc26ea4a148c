package io.payrelay.common.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Standard Webhooks 1.0.0, symmetric scheme {@code v1}. Source: standardwebhooks.com. */
public final class StandardWebhooks {

  public static final String ID = "webhook-id";
  public static final String TIMESTAMP = "webhook-timestamp";
  public static final String SIGNATURE = "webhook-signature";

  /** How far a timestamp may lie from the receiver's clock, both ways. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final String SCHEME = "v1,";
  private static final String ALGORITHM = "HmacSHA256";

  private StandardWebhooks() {}

  /**
   * The {@code webhook-signature} header: one signature for each valid secret, separated by spaces.
   *
   * @param timestamp of this attempt
   * @param body exactly the bytes that are sent
   */
  public static String sign(
      String id, Instant timestamp, byte[] body, Collection<WebhookSecret> secrets) {
    return secrets.stream()
        .map(secret -> SCHEME + base64(mac(id, timestamp.getEpochSecond(), body, secret)))
        .collect(Collectors.joining(" "));
  }

  /** What a receiver finds. */
  public enum Verification {
    VALID,
    MISSING_HEADER,
    BAD_TIMESTAMP,
    OUTSIDE_TOLERANCE,
    WRONG_SIGNATURE
  }

  /** Checks received headers and bytes; any of the signatures may match any of the secrets. */
  public static Verification verify(
      @Nullable String id,
      @Nullable String timestamp,
      @Nullable String signatures,
      byte[] body,
      Collection<WebhookSecret> secrets,
      Instant now) {
    if (id == null || timestamp == null || signatures == null) {
      return Verification.MISSING_HEADER;
    }
    if (!timestamp.matches("[0-9]{1,12}")) {
      return Verification.BAD_TIMESTAMP;
    }
    long seconds = Long.parseLong(timestamp);
    if (Math.abs(now.getEpochSecond() - seconds) > TOLERANCE.toSeconds()) {
      return Verification.OUTSIDE_TOLERANCE;
    }
    for (var secret : secrets) {
      var expected =
          (SCHEME + base64(mac(id, seconds, body, secret))).getBytes(StandardCharsets.UTF_8);
      for (var signature : signatures.split(" ", -1)) {
        if (MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8))) {
          return Verification.VALID;
        }
      }
    }
    return Verification.WRONG_SIGNATURE;
  }

  private static byte[] mac(String id, long timestamp, byte[] body, WebhookSecret secret) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.key(), ALGORITHM));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

package io.payrelay.ingress.timestamped;

import io.payrelay.ingress.channel.KeySettings;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One secret of an account. Thread-safe. */
final class HmacKey {

  private static final String ALGORITHM = "HmacSHA256";

  private final KeySettings settings;
  private final SecretKeySpec key;

  HmacKey(KeySettings settings) {
    this.settings = settings;
    this.key = new SecretKeySpec(settings.secret().getBytes(StandardCharsets.UTF_8), ALGORITHM);
  }

  boolean isValidAt(Instant now) {
    return settings.isValidAt(now);
  }

  /** Whether any of the signatures is this key's; takes equally long whichever it is. */
  boolean signed(SignatureHeader header, byte[] body) {
    var expected = mac(header.timestamp(), body);
    boolean found = false;
    for (var signature : header.signatures()) {
      found |= MessageDigest.isEqual(expected, signature);
    }
    return found;
  }

  private byte[] mac(String timestamp, byte[] body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}

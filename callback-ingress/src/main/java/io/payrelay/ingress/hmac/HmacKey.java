package io.payrelay.ingress.hmac;

import io.payrelay.common.config.Setting;
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
  private static final int LEAST_CHARACTERS = 32;

  private final KeySettings settings;
  private final SecretKeySpec key;

  /**
   * A key from its settings.
   *
   * @param where names the setting in messages
   */
  HmacKey(KeySettings settings, String where) {
    Setting.check(
        settings.secret().length() >= LEAST_CHARACTERS,
        where + ".secret",
        "needs at least 32 characters: openssl rand -base64 32");
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

package io.payrelay.common.security;

import io.payrelay.common.config.InvalidSettingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Short-lived tokens by which one of our services proves itself to another: caller, audience and
 * expiry under an HMAC-SHA256 with the key that all services share. Thread-safe.
 */
public final class ServiceTokens {

  /** Long enough for a slow call and a clock that is off by a little. */
  private static final Duration LIFETIME = Duration.ofMinutes(2);

  private static final int KEY_BYTES = 32;
  private static final String ALGORITHM = "HmacSHA256";
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SecretKeySpec key;
  private final Clock clock;

  /**
   * Tokens under one shared key.
   *
   * @param base64Key {@code payrelay.service-key}
   * @throws InvalidSettingException if it is not base64 of at least 32 bytes
   */
  public ServiceTokens(String base64Key, Clock clock) {
    this.key = new SecretKeySpec(decode(base64Key), ALGORITHM);
    this.clock = clock;
  }

  private static byte[] decode(String base64Key) {
    try {
      var bytes = Base64.getDecoder().decode(base64Key);
      if (bytes.length >= KEY_BYTES) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // said below, without the value
    }
    throw new InvalidSettingException(
        "payrelay.service-key must be base64 of at least 32 random bytes: openssl rand -base64 32");
  }

  /** A token with which {@code caller} may call {@code audience} for the next two minutes. */
  public String issue(String caller, String audience) {
    var claims = caller + "|" + audience + "|" + clock.instant().plus(LIFETIME).getEpochSecond();
    return ENCODER.encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + "."
        + ENCODER.encodeToString(mac(claims));
  }

  /** The caller's name, or empty if the token is forged, expired or meant for somebody else. */
  public Optional<String> verify(String token, String audience) {
    int dot = token.indexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    try {
      var decoder = Base64.getUrlDecoder();
      var claims = new String(decoder.decode(token.substring(0, dot)), StandardCharsets.UTF_8);
      if (!MessageDigest.isEqual(mac(claims), decoder.decode(token.substring(dot + 1)))) {
        return Optional.empty();
      }
      var parts = claims.split("\\|", -1);
      boolean valid =
          parts.length == 3
              && parts[1].equals(audience)
              && clock.instant().getEpochSecond() <= Long.parseLong(parts[2]);
      return valid ? Optional.of(parts[0]) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private byte[] mac(String claims) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(claims.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}

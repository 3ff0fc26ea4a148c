package io.payrelay.notify.endpoint;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.signing.WebhookSecret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Encrypts merchants' secrets at rest: AES-256-GCM, a fresh nonce each, bound to their endpoint so
 * that a stored value is of no use in another row. The key's id stands before the value.
 * Thread-safe.
 */
@Component
public final class SecretVault {

  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final String keyId;
  private final SecureRandom random = new SecureRandom();

  SecretVault(@Value("${payrelay.notify.secret-key:}") String base64Key) {
    var bytes = decode(base64Key);
    this.key = new SecretKeySpec(bytes, "AES");
    this.keyId = idOf(bytes);
  }

  private static byte[] decode(String base64Key) {
    try {
      var bytes = Base64.getDecoder().decode(base64Key);
      if (bytes.length == KEY_BYTES) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // said below, without the value
    }
    throw new InvalidSettingException(
        "payrelay.notify.secret-key must be base64 of 32 random bytes: openssl rand -base64 32");
  }

  private static String idOf(byte[] key) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(key);
      return HexFormat.of().formatHex(digest, 0, 4);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** What is stored for this endpoint's secret. */
  String encrypt(WebhookSecret secret, String endpointId) {
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      var sealed =
          cipher(Cipher.ENCRYPT_MODE, nonce, endpointId)
              .doFinal(secret.reveal().getBytes(StandardCharsets.UTF_8));
      var stored = ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
      return keyId + ":" + Base64.getEncoder().encodeToString(stored);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a secret could not be encrypted", e);
    }
  }

  /**
   * Reads a stored secret back.
   *
   * @throws IllegalStateException if it was stored under another key or for another endpoint
   */
  public WebhookSecret decrypt(String stored, String endpointId) {
    int colon = stored.indexOf(':');
    if (colon < 0 || !stored.substring(0, colon).equals(keyId)) {
      throw new IllegalStateException(
          "the secret of %s was stored under another payrelay.notify.secret-key"
              .formatted(endpointId));
    }
    try {
      var bytes = Base64.getDecoder().decode(stored.substring(colon + 1));
      var nonce = java.util.Arrays.copyOf(bytes, NONCE_BYTES);
      var text =
          cipher(Cipher.DECRYPT_MODE, nonce, endpointId)
              .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
      return WebhookSecret.parse(new String(text, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalStateException("the stored secret of " + endpointId + " is damaged", e);
    }
  }

  private Cipher cipher(int mode, byte[] nonce, String endpointId) throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(endpointId.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}

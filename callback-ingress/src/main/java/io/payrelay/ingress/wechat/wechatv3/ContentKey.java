package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** An APIv3 key: AES-256-GCM. That it decrypts something proves nothing about who sent it. */
record ContentKey(KeySettings settings, SecretKeySpec key) {

  private static final int KEY_BYTES = 32;
  private static final int TAG_BITS = 128;

  /** Out of the settings; what can't be right is refused under the name {@code where}. */
  static ContentKey of(KeySettings settings, String where) {
    var secret = settings.secret().getBytes(StandardCharsets.UTF_8);
    Setting.check(
        secret.length == KEY_BYTES, where + ".secret", "must be the APIv3 key, which has 32 bytes");
    return new ContentKey(settings, new SecretKeySpec(secret, "AES"));
  }

  boolean isValidAt(Instant now) {
    return settings.isValidAt(now);
  }

  /** Empty if it was another key, or if anything was changed. */
  Optional<byte[]> decrypt(byte[] nonce, byte[] associated, byte[] ciphertext) {
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(associated);
      return Optional.of(cipher.doFinal(ciphertext));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}

package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.spec.SecretKeySpec;

/** One API key of an account: it signs payments and encrypts refunds. */
record ApiKey(KeySettings settings) {

  private static final Pattern SECRET = Pattern.compile("[!-~]{32}");

  static List<ApiKey> of(List<KeySettings> keys) {
    var all = new ArrayList<ApiKey>();
    for (int i = 0; i < keys.size(); i++) {
      Setting.check(
          SECRET.matcher(keys.get(i).secret()).matches(),
          "keys[%d].secret".formatted(i),
          "must be the API key: 32 ASCII characters without spaces");
      all.add(new ApiKey(keys.get(i)));
    }
    Setting.check(!all.isEmpty(), "keys", "needs the API key");
    return List.copyOf(all);
  }

  boolean isValidAt(Instant now) {
    return settings.isValidAt(now);
  }

  /** Whether the message's {@code sign} is this key's. */
  boolean signed(Message message, SignType type) {
    var expected = type.sign(message, settings.secret()).getBytes(StandardCharsets.UTF_8);
    var actual = message.text(SignType.FIELD).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(expected, actual);
  }

  /** What {@code req_info} holds; empty if this key can't have encrypted it. */
  Optional<byte[]> decrypt(byte[] encrypted) {
    try {
      // ECB is the channel's choice: pay.weixin.qq.com/doc/v2/merchant/4011935223
      var cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(refundKey(), "AES"));
      return Optional.of(cipher.doFinal(encrypted));
    } catch (BadPaddingException | IllegalBlockSizeException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES", e);
    }
  }

  /** The 32 characters of the key's MD5 in lower hex, as bytes. */
  private byte[] refundKey() throws GeneralSecurityException {
    var md5 =
        MessageDigest.getInstance("MD5").digest(settings.secret().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(md5).getBytes(StandardCharsets.US_ASCII);
  }
}

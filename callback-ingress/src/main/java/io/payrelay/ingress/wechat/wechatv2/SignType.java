package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.common.config.InvalidSettingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How an account's messages are signed. It is settled with the account, never by a message. */
enum SignType {
  MD5("MD5", 32),
  HMAC_SHA256("HMAC-SHA256", 64);

  static final String FIELD = "sign";

  private static final String HMAC = "HmacSHA256";

  private final String label;
  private final int length;

  SignType(String label, int length) {
    this.label = label;
    this.length = length;
  }

  /** As the option and the field {@code sign_type} write it. */
  String label() {
    return label;
  }

  static SignType of(String label) {
    return Arrays.stream(values())
        .filter(type -> type.label.equals(label))
        .findFirst()
        .orElseThrow(
            () -> new InvalidSettingException("options.sign-type must be HMAC-SHA256 or MD5"));
  }

  boolean isWellformed(String sign) {
    return sign.length() == length
        && sign.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'));
  }

  /** What the platform writes into {@code sign}: unknown fields are signed like known ones. */
  String sign(Message message, String key) {
    var text =
        message.fields().entrySet().stream()
                .filter(field -> !field.getKey().equals(FIELD))
                .map(SignType::pair)
                .collect(Collectors.joining())
            + "key="
            + key;
    return HexFormat.of().withUpperCase().formatHex(digest(text, key));
  }

  private static String pair(Map.Entry<String, String> field) {
    return field.getKey() + "=" + field.getValue() + "&";
  }

  private byte[] digest(String text, String key) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      return switch (this) {
        case MD5 -> MessageDigest.getInstance(label).digest(bytes);
        case HMAC_SHA256 -> {
          var mac = Mac.getInstance(HMAC);
          mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), HMAC));
          yield mac.doFinal(bytes);
        }
      };
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + label, e);
    }
  }
}

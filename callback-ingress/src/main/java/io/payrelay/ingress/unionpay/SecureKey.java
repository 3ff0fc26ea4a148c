package io.payrelay.ingress.unionpay;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.regex.Pattern;

/** A secret shared with UnionPay, for signMethod 11. Only its digest is ever used. */
final class SecureKey {

  private static final Pattern SECRET = Pattern.compile("[!-~]{16,256}");

  private final KeySettings settings;
  private final String digest;

  private SecureKey(KeySettings settings, String digest) {
    this.settings = settings;
    this.digest = digest;
  }

  static SecureKey of(KeySettings settings, String where) {
    Setting.check(
        SECRET.matcher(settings.secret()).matches(),
        where,
        "must be the secure key: 16 to 256 printable ASCII characters without spaces");
    return new SecureKey(settings, Sha256.hex(settings.secret().getBytes(StandardCharsets.UTF_8)));
  }

  boolean isValidAt(Instant now) {
    return settings.isValidAt(now);
  }

  /** Whether the form's signature was made with this key; takes as long for any answer. */
  boolean signed(SignedForm form, String signature) {
    var expected = Sha256.hex((form.text() + "&" + digest).getBytes(form.charset()));
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.US_ASCII), signature.getBytes(StandardCharsets.UTF_8));
  }
}

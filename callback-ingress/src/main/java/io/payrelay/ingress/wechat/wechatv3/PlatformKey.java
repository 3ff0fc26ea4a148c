package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.rsa.RsaKeys;
import io.payrelay.ingress.rsa.Validity;
import java.math.BigInteger;
import java.security.PublicKey;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key that WeChat Pay signs with: its public key, or one out of a platform certificate.
 *
 * @param certified the validity of the certificate that it came in, if any
 */
record PlatformKey(KeySettings settings, PublicKey key, @Nullable Validity certified) {

  private static final Pattern ID =
      Pattern.compile("PUB_KEY_ID_[A-Za-z0-9]{1,64}|[0-9A-Fa-f]{1,64}");
  private static final Pattern SERIAL = Pattern.compile("[0-9A-Fa-f]{1,64}");

  /** Out of the settings; what can't be right is refused under the name {@code where}. */
  static PlatformKey of(KeySettings settings, String where) {
    Setting.check(
        ID.matcher(settings.id()).matches(),
        where + ".id",
        "must be apiv3, a certificate's serial in hex, or PUB_KEY_ID_…");
    var secret = where + ".secret";
    if (!RsaKeys.isCertificate(settings.secret())) {
      return new PlatformKey(settings, RsaKeys.publicKey(settings.secret(), secret), null);
    }
    var certificate = RsaKeys.certificate(settings.secret(), secret);
    Setting.check(
        certificate.getSerialNumber().toString(16).equals(normal(settings.id())),
        secret,
        "is a certificate with another serial than its id");
    return new PlatformKey(settings, certificate.getPublicKey(), Validity.of(certificate));
  }

  /** A serial is a number in hex, of either case and with or without leading zeros. */
  static String normal(String id) {
    return SERIAL.matcher(id).matches() ? new BigInteger(id, 16).toString(16) : id;
  }

  String normalId() {
    return normal(settings.id());
  }

  /** Within the window of the settings, and within the certificate's own. */
  boolean isValidAt(Instant now) {
    return settings.isValidAt(now) && (certified == null || certified.holdsAt(now));
  }
}

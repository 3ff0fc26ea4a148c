package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** One account's platform keys by id, and its APIv3 key. */
record WechatV3Keys(Map<String, Platform> platform, SecretKeySpec apiv3) {

  record Platform(KeySettings settings, PublicKey key) {}

  private static final String APIV3 = "apiv3";
  private static final String PUBLIC_KEY_ID = "PUB_KEY_ID_";

  static WechatV3Keys of(List<KeySettings> keys) {
    var platform = new HashMap<String, Platform>();
    @Nullable SecretKeySpec apiv3 = null;
    for (int i = 0; i < keys.size(); i++) {
      var key = keys.get(i);
      var where = "keys[%d]".formatted(i);
      if (key.id().equals(APIV3)) {
        var secret = key.secret().getBytes(StandardCharsets.UTF_8);
        Setting.check(secret.length == 32, where + ".secret", "must be the 32-byte APIv3 key");
        apiv3 = new SecretKeySpec(secret, "AES");
        continue;
      }
      Setting.check(
          key.id().matches("PUB_KEY_ID_[A-Za-z0-9]{1,64}|[0-9A-Fa-f]{1,64}"),
          where + ".id",
          "must be apiv3, a certificate's serial in hex, or PUB_KEY_ID_…");
      var before = platform.put(normal(key.id()), new Platform(key, parse(key, where + ".secret")));
      Setting.check(before == null, where + ".id", "is the same serial as another key's");
    }
    if (apiv3 == null) {
      throw new InvalidSettingException("keys needs one with the id apiv3: the APIv3 key");
    }
    Setting.check(!platform.isEmpty(), "keys", "needs a platform certificate or public key");
    return new WechatV3Keys(Map.copyOf(platform), apiv3);
  }

  Optional<PublicKey> find(String id, Instant now) {
    return Optional.ofNullable(platform.get(normal(id)))
        .filter(found -> found.settings().isValidAt(now))
        .map(Platform::key);
  }

  private static String normal(String id) {
    return !id.startsWith(PUBLIC_KEY_ID) && id.matches("[0-9A-Fa-f]{1,64}")
        ? new BigInteger(id, 16).toString(16)
        : id;
  }

  private static PublicKey parse(KeySettings key, String where) {
    try {
      var pem = key.secret().strip();
      PublicKey parsed;
      if (pem.startsWith("-----BEGIN CERTIFICATE-----")) {
        var certificate =
            (X509Certificate)
                CertificateFactory.getInstance("X.509")
                    .generateCertificate(
                        new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        Setting.check(
            certificate.getSerialNumber().toString(16).equals(normal(key.id())),
            where,
            "is a certificate with another serial than its id");
        parsed = certificate.getPublicKey();
      } else {
        var base64 = pem.replaceAll("-----(BEGIN|END) PUBLIC KEY-----|\\s", "");
        parsed =
            KeyFactory.getInstance("RSA")
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
      }
      Setting.check(
          parsed instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= 2048,
          where,
          "must be an RSA key of at least 2048 bits");
      return parsed;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidSettingException(where + " must be a PEM certificate or public key");
    }
  }
}

package io.payrelay.ingress.wechat.wechatv3;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.wechat.pay.java.core.certificate.CertificateProvider;
import com.wechat.pay.java.core.certificate.InMemoryCertificateProvider;
import com.wechat.pay.java.core.cipher.AeadAesCipher;
import com.wechat.pay.java.core.cipher.RSASigner;
import com.wechat.pay.java.core.cipher.RSAVerifier;
import com.wechat.pay.java.core.exception.ValidationException;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSANotificationConfig;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import io.payrelay.ingress.rsa.RsaKeys;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** wechatpay-java, in the three ways that it can be set up to verify notices. */
final class WechatSdk {

  /** What the SDK says. The object is what it read. */
  sealed interface Says {}

  record Accepts(@Nullable Object read) implements Says {}

  /** It does not believe it. */
  record Refuses() implements Says {}

  /** It believes it, or cannot tell, and throws something else than its own exception. */
  record Breaks(RuntimeException why) implements Says {}

  private static final String SIGN_TYPE = "WECHATPAY2-SHA256-RSA2048";
  private static final String ALGORITHM = "AEAD_AES_256_GCM";

  private final NotificationParser parser;

  private WechatSdk(NotificationParser parser) {
    this.parser = parser;
  }

  static {
    // It logs each key that it does not know, as an error.
    LoggingSystem.get(WechatSdk.class.getClassLoader()).setLogLevel("com.wechat.pay", LogLevel.OFF);
  }

  static WechatSdk withPublicKey(WechatV3Sender sender) {
    return new WechatSdk(
        new NotificationParser(
            new RSAPublicKeyNotificationConfig.Builder()
                .publicKey(sender.pair().getPublic())
                .publicKeyId(sender.id())
                .apiV3Key(WechatV3Sender.APIV3)
                .build()));
  }

  @SuppressWarnings("deprecation") // merchants still run it
  static WechatSdk withCertificate(String pem) {
    return new WechatSdk(
        new NotificationParser(
            new RSANotificationConfig.Builder()
                .certificates(pem)
                .apiV3Key(WechatV3Sender.APIV3)
                .build()));
  }

  /**
   * What RSACombinedNotificationConfig comes to, whose certificates would have to be downloaded.
   */
  static WechatSdk withBoth(WechatV3Sender sender, String pem) {
    CertificateProvider certificates = new InMemoryCertificateProvider(List.of(certificate(pem)));
    return new WechatSdk(
        new NotificationParser(
            Map.of(
                SIGN_TYPE, new RSAVerifier(sender.pair().getPublic(), sender.id(), certificates)),
            Map.of(ALGORITHM, new AeadAesCipher(WechatV3Sender.APIV3.getBytes(UTF_8)))));
  }

  private static X509Certificate certificate(String pem) {
    return RsaKeys.certificate(pem, "pem");
  }

  /** What it says, and what it reads if that is of this type. */
  // The SDK is not ours: whatever it throws is what the oracle's test is about.
  Says verdict(Map<String, String> headers, byte[] body, Class<?> type) {
    var request =
        new RequestParam.Builder()
            .serialNumber(headers.get("Wechatpay-Serial"))
            .nonce(headers.get("Wechatpay-Nonce"))
            .timestamp(headers.get("Wechatpay-Timestamp"))
            .signature(headers.get("Wechatpay-Signature"))
            .body(new String(body, UTF_8))
            .build();
    try {
      return new Accepts(parser.parse(request, type));
    } catch (ValidationException e) {
      return new Refuses();
    } catch (RuntimeException e) {
      return new Breaks(e);
    }
  }

  /** Signs as the platform does, with the SDK's own signer. */
  static String sign(WechatV3Sender sender, String timestamp, String nonce, String body) {
    return new RSASigner(sender.id(), sender.pair().getPrivate())
        .sign(timestamp + "\n" + nonce + "\n" + body + "\n")
        .getSign();
  }

  /** Encrypts as the platform does, with the SDK's own cipher. */
  static String encrypt(@Nullable String associated, String nonce, String content) {
    return new AeadAesCipher(WechatV3Sender.APIV3.getBytes(UTF_8))
        .encrypt(
            associated == null ? null : associated.getBytes(UTF_8),
            nonce.getBytes(UTF_8),
            content.getBytes(UTF_8));
  }
}

package io.payrelay.ingress.wechat.wechatv3;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Encrypts and signs notices as WeChat Pay does; shares no code with the verifier. */
public record WechatV3Sender(String id, KeyPair pair) {

  static final Instant NOW = Instant.ofEpochSecond(1_772_352_000);

  /** The APIv3 key that everything is encrypted with. */
  public static final String APIV3 = "0123456789abcdef0123456789abcdef";

  static final String NONCE = "fdasflkja484wahfnsdqo9aMZ0s9kgnu";
  static final String PAID =
      """
      {"mchid":"1900000001","appid":"wx1","out_trade_no":"ORDER1","transaction_id":"4200001",\
      "trade_type":"JSAPI","trade_state":"SUCCESS","trade_state_desc":"支付成功","bank_type":"OTHERS",\
      "attach":"a+b %2B","success_time":"2026-03-01T15:59:50+08:00","payer":{"openid":"o-1"},\
      "amount":{"total":59900,"payer_total":1,"currency":"CNY","payer_currency":"CNY"}}""";
  static final String REFUND =
      """
      {"mchid":"1900000001","out_trade_no":"ORDER1","transaction_id":"4200001",\
      "out_refund_no":"R1","refund_id":"50001","refund_status":"SUCCESS",\
      "success_time":"2026-03-01T15:59:50+08:00","user_received_account":"招商银行信用卡0403",\
      "amount":{"total":59900,"refund":10000,"payer_total":1,"payer_refund":1}}""";

  /** The options of an account that these notices are for. */
  public static final Map<String, String> OPTIONS = Map.of("mchid", "1900000001", "appid", "wx1");

  private static final String CONTENT_NONCE = "abcdefghijkl";

  /** With a new key of this id. */
  public static WechatV3Sender of(String id) {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return new WechatV3Sender(id, generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As it stands in an account's settings. */
  public String publicKey() {
    return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
  }

  KeySettings key() {
    return key(publicKey());
  }

  KeySettings key(String secret) {
    return new KeySettings(id, secret, null, null);
  }

  static KeySettings apiv3() {
    return new KeySettings("apiv3", APIV3, null, null);
  }

  /** The reader of an account that has this key, and the APIv3 key. */
  CallbackReader reader() {
    return Verdicts.open(OPTIONS, apiv3(), key());
  }

  /** The same for its key in a certificate. */
  CallbackReader reader(String certificate) {
    return Verdicts.open(OPTIONS, apiv3(), key(certificate));
  }

  /** A payment of 599.00 CNY. */
  public static byte[] paid(String orderNo) {
    return event(PAID.replace("ORDER1", orderNo));
  }

  static byte[] event(String content) {
    return event("TRANSACTION.SUCCESS", content);
  }

  static byte[] event(String type, String content) {
    return event(type, content.getBytes(UTF_8), "transaction", APIV3);
  }

  /** Associated data of null is left out. */
  static byte[] event(String type, byte[] content, @Nullable String associated, String apiv3) {
    var aad = associated == null ? "" : "\"associated_data\":\"" + associated + "\",";
    return """
        {"id":"e-1","create_time":"2026-03-01T15:59:51+08:00","event_type":"%s",\
        "resource_type":"encrypt-resource","summary":"支付成功","resource":{\
        "original_type":"transaction","algorithm":"AEAD_AES_256_GCM",%s\
        "nonce":"%s","ciphertext":"%s"}}"""
        .formatted(type, aad, CONTENT_NONCE, encrypted(content, associated, apiv3))
        .getBytes(UTF_8);
  }

  private static String encrypted(byte[] content, @Nullable String associated, String apiv3) {
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(apiv3.getBytes(UTF_8), "AES"),
          new GCMParameterSpec(128, CONTENT_NONCE.getBytes(UTF_8)));
      if (associated != null) {
        cipher.updateAAD(associated.getBytes(UTF_8));
      }
      return Base64.getEncoder().encodeToString(cipher.doFinal(content));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The headers for this body, signed at that time. */
  public Map<String, String> headers(Instant at, byte[] body) {
    return headers(Long.toString(at.getEpochSecond()), NONCE, body);
  }

  Map<String, String> headers(String timestamp, String nonce, byte[] body) {
    return Map.of(
        "Wechatpay-Timestamp", timestamp,
        "Wechatpay-Nonce", nonce,
        "Wechatpay-Serial", id,
        "Wechatpay-Signature", signature(timestamp, nonce, body));
  }

  private String signature(String timestamp, String nonce, byte[] body) {
    try {
      var signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(pair.getPrivate());
      signer.update((timestamp + "\n" + nonce + "\n").getBytes(UTF_8));
      signer.update(body);
      signer.update((byte) '\n');
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Rightly signed, now. */
  CallbackRequest signed(byte[] body) {
    return request(headers(NOW, body), body);
  }

  static CallbackRequest request(Map<String, String> headers, byte[] body) {
    var all = new HashMap<String, List<String>>();
    headers.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), List.of(value)));
    return new CallbackRequest(all, body);
  }
}

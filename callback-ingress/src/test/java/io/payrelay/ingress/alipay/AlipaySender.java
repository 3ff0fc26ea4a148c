package io.payrelay.ingress.alipay;

import static java.util.stream.Collectors.joining;

import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes and signs notices as Alipay does; shares no code with the verifier. */
final class AlipaySender {

  static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");
  static final String APP_ID = "2021001146601279";
  static final String SELLER_ID = "2088731909746398";
  static final Map<String, String> OPTIONS = Map.of("app-id", APP_ID, "seller-id", SELLER_ID);

  static final KeyPair PLATFORM = pair(2048);
  static final KeyPair STRANGER = pair(2048);

  private AlipaySender() {}

  /** A payment's notice, before it is signed, with all that a real one has. */
  static Map<String, String> paid() {
    var notice = new LinkedHashMap<String, String>();
    notice.put("gmt_create", "2026-03-01 15:59:30");
    notice.put("charset", "utf-8");
    notice.put("gmt_payment", "2026-03-01 15:59:58");
    notice.put("notify_time", "2026-03-01 16:00:00");
    notice.put("subject", " 大乐透 2.1 + 100% <b>&amp;</b> = \"好\" ");
    notice.put("buyer_id", "2088102116773037");
    notice.put("buyer_logon_id", "147***@qq.com");
    notice.put("body", "");
    notice.put("invoice_amount", "599.00");
    notice.put("version", "1.0");
    notice.put("notify_id", "2026030100222155958048571404297126");
    notice.put("fund_bill_list", "[{\"amount\":\"599.00\",\"fundChannel\":\"ALIPAYACCOUNT\"}]");
    notice.put("notify_type", "trade_status_sync");
    notice.put("out_trade_no", "ORDER1");
    notice.put("total_amount", "599.00");
    notice.put("trade_status", "TRADE_SUCCESS");
    notice.put("trade_no", "2026030122001452341437284085");
    notice.put("auth_app_id", APP_ID);
    notice.put("receipt_amount", "589.00");
    notice.put("point_amount", "0.00");
    notice.put("buyer_pay_amount", "589.00");
    notice.put("passback_params", "merchantBizType%3d3C%26no%3d1");
    notice.put("app_id", APP_ID);
    notice.put("seller_id", SELLER_ID);
    return notice;
  }

  /** The same with other parameters: name, value, name, value … */
  static Map<String, String> paid(String... others) {
    var notice = paid();
    for (int i = 0; i < others.length; i += 2) {
      notice.put(others[i], others[i + 1]);
    }
    return notice;
  }

  static String content(Map<String, String> notice) {
    return new TreeMap<>(notice)
        .entrySet().stream()
            .filter(one -> !one.getKey().equals("sign") && !one.getKey().equals("sign_type"))
            .filter(one -> !one.getValue().isEmpty())
            .map(one -> one.getKey() + "=" + one.getValue())
            .collect(joining("&"));
  }

  static String sign(Map<String, String> notice, Charset charset, KeyPair by) {
    return sign("SHA256withRSA", content(notice).getBytes(charset), by);
  }

  static String sign(String algorithm, byte[] content, KeyPair by) {
    try {
      var signer = Signature.getInstance(algorithm);
      signer.initSign(by.getPrivate());
      signer.update(content);
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Signed and escaped. */
  static byte[] body(Map<String, String> notice, Charset charset, KeyPair by) {
    var complete = new LinkedHashMap<>(notice);
    complete.put("sign_type", "RSA2");
    complete.put("sign", sign(notice, charset, by));
    return form(complete, charset);
  }

  static byte[] body(Map<String, String> notice) {
    return body(notice, StandardCharsets.UTF_8, PLATFORM);
  }

  static byte[] form(Map<String, String> notice, Charset charset) {
    return notice.entrySet().stream()
        .map(
            one ->
                URLEncoder.encode(one.getKey(), charset)
                    + "="
                    + URLEncoder.encode(one.getValue(), charset))
        .collect(joining("&"))
        .getBytes(StandardCharsets.US_ASCII);
  }

  static CallbackRequest request(byte[] body) {
    return new CallbackRequest(Map.of(), body);
  }

  static CallbackRequest request(String body) {
    return request(body.getBytes(StandardCharsets.UTF_8));
  }

  static CallbackReader reader(Map<String, String> options, KeySettings... keys) {
    return new AlipayChannel().open(account(options, keys));
  }

  static AccountSettings account(Map<String, String> options, KeySettings... keys) {
    return new AccountSettings("alipay", "shop", List.of(keys), options);
  }

  static CallbackReader reader() {
    return reader(OPTIONS, key("platform", PLATFORM));
  }

  static KeySettings key(String id, KeyPair pair) {
    return new KeySettings(id, base64(pair), null, null);
  }

  static String base64(KeyPair pair) {
    return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
  }

  static KeyPair pair(int bits) {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static Notice notice(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Genuine(var notice) -> notice;
      case Verdict.Ignored _, Verdict.Refused _ -> throw new AssertionError(verdict);
    };
  }

  static Refusal refusal(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, _) -> why;
      case Verdict.Genuine _, Verdict.Ignored _ -> throw new AssertionError(verdict);
    };
  }

  static String complaint(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, var detail) when why == Refusal.BODY_MALFORMED -> detail;
      case Verdict other -> throw new AssertionError(other);
    };
  }
}

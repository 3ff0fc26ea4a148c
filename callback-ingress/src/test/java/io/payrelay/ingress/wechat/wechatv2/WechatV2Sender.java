package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Writes and signs messages as the platform does; shares no code with the verifier. */
final class WechatV2Sender {

  static final String KEY = "192006250b4c09247ec02edce69f6a2d";
  static final String OTHER_KEY = "fedcba9876543210FEDCBA9876543210";
  static final String MD5 = "MD5";
  static final String HMAC = "HMAC-SHA256";
  static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");

  private WechatV2Sender() {}

  static CallbackReader reader(Map<String, String> options, KeySettings... keys) {
    return new WechatV2Channel()
        .open(new AccountSettings("wechat-v2", "shop", List.of(keys), options));
  }

  static CallbackReader reader(String signType) {
    return reader(options(signType), key("k1", KEY));
  }

  static Map<String, String> options(String signType) {
    return Map.of("mchid", "10000100", "appid", "wx2421b1c4370ec43b", "sign-type", signType);
  }

  static Map<String, String> with(Map<String, String> options, String name, String value) {
    var more = new HashMap<>(options);
    more.put(name, value);
    return more;
  }

  static KeySettings key(String id, String secret) {
    return new KeySettings(id, secret, null, null);
  }

  /** A paid notice, in the order and with the fields of the documentation's example. */
  static Map<String, String> paid() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("appid", "wx2421b1c4370ec43b");
    fields.put("attach", "支付 测试 + 100% 'a' \"b\" <c>&d;");
    fields.put("bank_type", "CFT");
    fields.put("cash_fee", "1");
    fields.put("device_info", "");
    fields.put("fee_type", "CNY");
    fields.put("is_subscribe", "Y");
    fields.put("mch_id", "10000100");
    fields.put("nonce_str", "5d2b6c2a8db53831f7eda20af46e531c");
    fields.put("openid", "oUpF8uMEb4qRXf22hE3X68TekukE");
    fields.put("out_trade_no", "ORDER1");
    fields.put("result_code", "SUCCESS");
    fields.put("return_code", "SUCCESS");
    fields.put("time_end", "20260301155950");
    fields.put("total_fee", "59900");
    fields.put("coupon_fee_0", "59899");
    fields.put("coupon_count", "1");
    fields.put("trade_type", "JSAPI");
    fields.put("transaction_id", "1004400740201409030005092168");
    return fields;
  }

  static Map<String, String> paidBut(String name, String value) {
    var fields = paid();
    fields.put(name, value);
    return fields;
  }

  static Map<String, String> paidWithout(String name) {
    var fields = paid();
    fields.remove(name);
    return fields;
  }

  /** What a refund notice says inside. */
  static Map<String, String> refund() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("out_refund_no", "R1");
    fields.put("out_trade_no", "ORDER1");
    fields.put("refund_account", "REFUND_SOURCE_RECHARGE_FUNDS");
    fields.put("refund_fee", "10000");
    fields.put("refund_id", "50000408942018111907145868882");
    fields.put("refund_recv_accout", "支付用户零钱");
    fields.put("refund_request_source", "API");
    fields.put("refund_status", "SUCCESS");
    fields.put("settlement_refund_fee", "10000");
    fields.put("settlement_total_fee", "59900");
    fields.put("success_time", "2026-03-01 16:24:13");
    fields.put("total_fee", "59900");
    fields.put("transaction_id", "1004400740201409030005092168");
    return fields;
  }

  static Map<String, String> refundBut(String name, String value) {
    var fields = refund();
    fields.put(name, value);
    return fields;
  }

  /** The unsigned envelope of a refund notice. */
  static Map<String, String> envelope(String reqInfo) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("return_code", "SUCCESS");
    fields.put("appid", "wx2421b1c4370ec43b");
    fields.put("mch_id", "10000100");
    fields.put("nonce_str", "b123df307f89a510cb14bced1cacf823");
    fields.put("req_info", reqInfo);
    return fields;
  }

  static String encrypted(Map<String, String> refund, String key) {
    return encrypted(xml("root", refund).getBytes(StandardCharsets.UTF_8), key);
  }

  static String encrypted(byte[] plain, String key) {
    try {
      var md5 = String.format("%032x", new BigInteger(1, md5(key)));
      var cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(md5.getBytes(StandardCharsets.US_ASCII), "AES"));
      return Base64.getEncoder().encodeToString(cipher.doFinal(plain));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** The documentation's recipe: sort, leave out what is empty, append the key, digest. */
  static String sign(Map<String, String> fields, String key, String signType) {
    var text = new StringBuilder();
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              if (!name.equals("sign") && !value.isEmpty()) {
                text.append(String.format("%s=%s&", name, value));
              }
            });
    text.append(String.format("key=%s", key));
    try {
      if (signType.equals(MD5)) {
        return String.format("%032X", new BigInteger(1, md5(text.toString())));
      }
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      var digest = mac.doFinal(text.toString().getBytes(StandardCharsets.UTF_8));
      return String.format("%064x", new BigInteger(1, digest)).toUpperCase(Locale.ROOT);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] md5(String text) throws GeneralSecurityException {
    return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
  }

  static Map<String, String> signed(Map<String, String> fields, String key, String signType) {
    var all = new LinkedHashMap<>(fields);
    all.put("sign", sign(fields, key, signType));
    return all;
  }

  /** Signed with the account's key, in HMAC-SHA256. */
  static CallbackRequest signed(Map<String, String> fields) {
    return request(signed(fields, KEY, HMAC));
  }

  static CallbackRequest request(Map<String, String> fields) {
    return request(xml("xml", fields));
  }

  static CallbackRequest request(String body) {
    return request(body.getBytes(StandardCharsets.UTF_8));
  }

  static CallbackRequest request(byte[] body) {
    return new CallbackRequest(Map.of("content-type", List.of("text/xml")), body);
  }

  static String xml(String root, Map<String, String> fields) {
    var xml = new StringBuilder(String.format("<%s>", root));
    fields.forEach((name, value) -> xml.append(element(name, value)));
    return xml.append(String.format("\n</%s>", root)).toString();
  }

  private static String element(String name, String value) {
    return String.format(
        value.matches("[0-9]+") ? "\n  <%1$s>%2$s</%1$s>" : "\n  <%1$s><![CDATA[%2$s]]></%1$s>",
        name,
        value.replace("]]>", "]]]]><![CDATA[>"));
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

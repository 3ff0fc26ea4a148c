package io.payrelay.ingress.unionpay;

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
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes and signs notices as UnionPay documents it; shares no code with the verifier. */
final class UnionPaySender {

  static final Instant NOW = Instant.parse("2026-03-01T02:10:00Z");
  static final String MER_ID = "777290058110048";
  static final String SECURE_KEY = "979da4cfccbae7923641daa5dd7047c2";

  private UnionPaySender() {}

  /** A purchase that went through, with the parameters that a real notice has. */
  static Map<String, String> purchase() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("accNo", "6226********0048");
    fields.put("accessType", "0");
    fields.put("bizType", "000201");
    fields.put("currencyCode", "156");
    fields.put("encoding", "UTF-8");
    fields.put("merId", MER_ID);
    fields.put("orderId", "01KABCDEFGHJKMNPQRSTVWXYZ0");
    fields.put("queryId", "202603011010001777928");
    fields.put("reqReserved", "a+b c/100%==");
    fields.put("respCode", "00");
    fields.put("respMsg", "成功[0000000]");
    fields.put("settleAmt", "59900");
    fields.put("settleCurrencyCode", "156");
    fields.put("settleDate", "0301");
    fields.put("signMethod", "01");
    fields.put("traceNo", "177792");
    fields.put("traceTime", "0301101000");
    fields.put("txnAmt", "59900");
    fields.put("txnSubType", "01");
    fields.put("txnTime", "20260301101000");
    fields.put("txnType", "01");
    fields.put("version", "5.1.0");
    return fields;
  }

  static Map<String, String> purchaseWith(String name, String value) {
    var fields = purchase();
    fields.put(name, value);
    return fields;
  }

  /** The refund of that purchase: a transaction with numbers of its own. */
  static Map<String, String> refund() {
    var fields = purchase();
    fields.put("txnType", "04");
    fields.put("txnSubType", "00");
    fields.put("orderId", "REFUND0001");
    fields.put("queryId", "202603021111111000001");
    fields.put("origQryId", "202603011010001777928");
    fields.put("txnAmt", "10000");
    fields.put("txnTime", "20260302111111");
    return fields;
  }

  static Map<String, String> refundWith(String name, String value) {
    var fields = refund();
    fields.put(name, value);
    return fields;
  }

  /** Signed with method 01 by the owner of a certificate, which is put inside. */
  static Map<String, String> signed(Map<String, String> fields, Pki.Certified by) {
    return signed(fields, by, by.pem());
  }

  static Map<String, String> signed(Map<String, String> fields, Pki.Certified by, String pem) {
    var all = new LinkedHashMap<>(fields);
    all.put("signPubKeyCert", pem);
    try {
      var signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(by.key());
      signer.update(sha256(text(all), charset(all)).getBytes(StandardCharsets.US_ASCII));
      all.put("signature", Base64.getEncoder().encodeToString(signer.sign()));
      return all;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Signed with method 11. */
  static Map<String, String> secured(Map<String, String> fields, String secureKey) {
    var all = new LinkedHashMap<>(fields);
    all.put("signMethod", "11");
    var charset = charset(all);
    all.put("signature", sha256(text(all) + "&" + sha256(secureKey, charset), charset));
    return all;
  }

  private static String text(Map<String, String> fields) {
    var names = new ArrayList<>(fields.keySet());
    names.sort(null);
    var text = new StringBuilder();
    for (var name : names) {
      var value = fields.getOrDefault(name, "");
      if (!name.equals("signature") && !value.isEmpty()) {
        text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value);
      }
    }
    return text.toString();
  }

  private static String sha256(String text, Charset charset) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(charset));
      return HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static Charset charset(Map<String, String> fields) {
    return fields.getOrDefault("encoding", "").equals("GBK")
        ? Charset.forName("GBK")
        : StandardCharsets.UTF_8;
  }

  /** URL-encoded once. */
  static byte[] body(Map<String, String> fields) {
    var charset = charset(fields);
    var pairs = new ArrayList<String>();
    fields.forEach(
        (name, value) ->
            pairs.add(URLEncoder.encode(name, charset) + "=" + URLEncoder.encode(value, charset)));
    return String.join("&", pairs).getBytes(StandardCharsets.US_ASCII);
  }

  static CallbackRequest request(Map<String, String> fields) {
    return request(body(fields));
  }

  static CallbackRequest request(byte[] body) {
    return new CallbackRequest(Map.of(), body);
  }

  static KeySettings key(String id, String secret) {
    return new KeySettings(id, secret, null, null);
  }

  static KeySettings root() {
    return key("root", Pki.ROOT.pem("\n"));
  }

  static KeySettings secure() {
    return key("secure", SECURE_KEY);
  }

  /** Trusts notices, so that a success is a payment; the default is tested by its name. */
  static CallbackReader reader(KeySettings... keys) {
    return reader(Map.of("mer-id", MER_ID, "trust-notice", "true"), keys);
  }

  static CallbackReader reader(Map<String, String> options, KeySettings... keys) {
    return new UnionPayChannel()
        .open(new AccountSettings("unionpay", "shop", List.of(keys), options));
  }

  static Notice notice(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Genuine(var notice) -> notice;
      case Verdict.Ignored _, Verdict.Refused _ -> throw new AssertionError(verdict);
    };
  }

  static Refusal refusal(Verdict verdict) {
    return refused(verdict).why();
  }

  static Verdict.Refused refused(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused refused -> refused;
      case Verdict.Genuine _, Verdict.Ignored _ -> throw new AssertionError(verdict);
    };
  }
}

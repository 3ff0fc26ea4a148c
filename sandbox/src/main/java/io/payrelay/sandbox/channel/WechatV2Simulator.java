package io.payrelay.sandbox.channel;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.sandbox.stack.UsageException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * WeChat Pay v2: flat XML, and {@code sign} over its non-empty fields in ASCII order with the API
 * key, in MD5 or HMAC-SHA256 as the account says. It knows no closed orders: what is closed comes
 * as a failed attempt, like what failed.
 */
public final class WechatV2Simulator implements ChannelSimulator {

  private static final String HMAC = "HmacSHA256";
  private static final DateTimeFormatter CHINA =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss").withZone(ZoneId.of("Asia/Shanghai"));
  private static final String ACKNOWLEDGEMENT =
      "<xml><return_code><![CDATA[SUCCESS]]></return_code>"
          + "<return_msg><![CDATA[OK]]></return_msg></xml>";

  @Override
  public String channel() {
    return "wechat-v2";
  }

  @Override
  public String family() {
    return "wechat";
  }

  @Override
  public SignedCallback sign(Notice notice, Account account, Instant now) {
    var fields = fields(notice, account, now);
    fields.put("sign", signature(fields, account));
    return new SignedCallback(
        Map.of("Content-Type", "text/xml"), xml(fields).getBytes(StandardCharsets.UTF_8));
  }

  /** Only its own words: a 200 with anything else in it is asked again. */
  @Override
  public boolean isAcknowledged(Answer answer) {
    return answer.status() == 200 && answer.text().equals(ACKNOWLEDGEMENT);
  }

  private static SortedMap<String, String> fields(Notice notice, Account account, Instant now) {
    var fields = new TreeMap<String, String>();
    fields.put("appid", account.option("appid"));
    fields.put("bank_type", "OTHERS");
    fields.put("cash_fee", Long.toString(notice.amount().minor()));
    fields.put("fee_type", notice.amount().currencyCode());
    fields.put("is_subscribe", "N");
    fields.put("mch_id", account.option("mchid"));
    fields.put("nonce_str", hex(md5(notice.eventId() + now)));
    fields.put("openid", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o");
    fields.put("out_trade_no", notice.orderNo());
    fields.put("return_code", "SUCCESS");
    fields.put("time_end", CHINA.format(notice.paidAt()));
    fields.put("total_fee", Long.toString(notice.amount().minor()));
    fields.put("trade_type", "JSAPI");
    fields.put("transaction_id", notice.transactionId());
    switch (notice.status()) {
      case SUCCESS -> fields.put("result_code", "SUCCESS");
      case FAIL, CLOSED -> {
        fields.put("result_code", "FAIL");
        fields.put("err_code", "SYSTEMERROR");
      }
    }
    return fields;
  }

  private static String signature(SortedMap<String, String> fields, Account account) {
    var text =
        fields.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"))
            + "&key="
            + account.secret();
    var digest =
        switch (account.option("sign-type")) {
          case "MD5" -> md5(text);
          case "HMAC-SHA256" -> hmac(text, account.secret());
          default -> throw new UsageException("sign-type is MD5 or HMAC-SHA256");
        };
    return HexFormat.of().withUpperCase().formatHex(digest);
  }

  private static String xml(SortedMap<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                "<%1$s><![CDATA[%2$s]]></%1$s>\n"
                    .formatted(field.getKey(), field.getValue().replace("]]>", "]]]]><![CDATA[>")))
        .collect(Collectors.joining("", "<xml>", "</xml>"));
  }

  private static byte[] md5(String text) {
    try {
      return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }

  private static byte[] hmac(String text, String secret) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + HMAC, e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}

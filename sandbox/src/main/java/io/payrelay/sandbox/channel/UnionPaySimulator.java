package io.payrelay.sandbox.channel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.sandbox.stack.UsageException;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * UnionPay, signMethod 01: a form whose {@code signature} is SHA256withRSA over the hex SHA-256 of
 * its sorted parameters, among them the signing certificate itself. It knows no closed order: both
 * other ends of a payment are one failed attempt.
 */
public final class UnionPaySimulator implements ChannelSimulator {

  private static final String NAME = "unionpay";
  private static final String CURRENCY = "CNY";
  private static final String CURRENCY_NUMBER = "156";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss").withZone(ZoneId.of("Asia/Shanghai"));

  @Override
  public String channel() {
    return NAME;
  }

  @Override
  public String family() {
    return NAME;
  }

  /** The same whenever it is signed: nothing in it is of the hour of sending. */
  @Override
  public SignedCallback sign(Notice notice, Account account, Instant now) {
    var fields = fields(notice, account);
    fields.put(
        "signature",
        RsaSigner.sign(account.secret("private"), sha256(text(fields)).getBytes(US_ASCII)));
    return new SignedCallback(
        Map.of("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8"),
        form(fields).getBytes(US_ASCII));
  }

  @Override
  public boolean isAcknowledged(Answer answer) {
    return answer.status() == 200;
  }

  private static SortedMap<String, String> fields(Notice notice, Account account) {
    if (!notice.amount().currencyCode().equals(CURRENCY)) {
      throw new UsageException("the sandbox's UnionPay takes " + CURRENCY + " alone");
    }
    var amount = Long.toString(notice.amount().minor());
    var time = TIME.format(notice.paidAt());
    var fields = new TreeMap<String, String>();
    fields.put("accessType", "0");
    fields.put("bizType", "000201");
    fields.put("currencyCode", CURRENCY_NUMBER);
    fields.put("encoding", UTF_8.name());
    fields.put("merId", account.option("mer-id"));
    fields.put("orderId", notice.orderNo());
    fields.put("queryId", notice.transactionId());
    fields.put("respCode", respCode(notice.status()));
    fields.put("respMsg", respMessage(notice.status()));
    fields.put("settleAmt", amount);
    fields.put("settleCurrencyCode", CURRENCY_NUMBER);
    fields.put("settleDate", time.substring(4, 8));
    fields.put("signMethod", "01");
    fields.put("signPubKeyCert", certificate(account));
    fields.put("traceNo", time.substring(8));
    fields.put("traceTime", time.substring(4));
    fields.put("txnAmt", amount);
    fields.put("txnSubType", "01");
    fields.put("txnTime", time);
    fields.put("txnType", "01");
    fields.put("version", "5.1.0");
    return fields;
  }

  /** The PEM text, byte for byte: its line breaks are signed. */
  private static String certificate(Account account) {
    return new String(Base64.getDecoder().decode(account.secret("certificate")), US_ASCII);
  }

  private static String respCode(Notice.Status status) {
    return switch (status) {
      case SUCCESS -> "00";
      case FAIL, CLOSED -> "64";
    };
  }

  private static String respMessage(Notice.Status status) {
    return switch (status) {
      case SUCCESS -> "成功[0000000]";
      case FAIL, CLOSED -> "卡上的余额不足[1000051]";
    };
  }

  private static String text(SortedMap<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(joining("&"));
  }

  private static String form(SortedMap<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
        .collect(joining("&"));
  }

  private static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

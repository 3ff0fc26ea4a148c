package io.payrelay.sandbox.channel;

import static java.util.stream.Collectors.joining;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Map.Entry;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Alipay: a form whose field {@code sign} is SHA256withRSA over all other fields that are not
 * empty, sorted, before they are escaped.
 */
public final class AlipaySimulator implements ChannelSimulator {

  private static final String NAME = "alipay";
  private static final String KEY = "platform";

  /** A plus, spaces, and more than ASCII: what breaks verifiers that decode twice. */
  private static final String SUBJECT = "订单 A+B 100% ";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneId.of("Asia/Shanghai"));

  @Override
  public String channel() {
    return NAME;
  }

  @Override
  public String family() {
    return NAME;
  }

  @Override
  public SignedCallback sign(Notice notice, Account account, Instant now) {
    return signed(fields(notice, account, now), account);
  }

  /**
   * The notice that part of a payment went back: Alipay sends the payment's own again, with two
   * more fields.
   *
   * @param refundNo tells one refund of the payment from the next
   */
  public SignedCallback signPartialRefund(
      Notice payment, Money refunded, String refundNo, Account account, Instant now) {
    var fields = fields(payment, account, now);
    fields.put("gmt_refund", TIME.format(now) + ".000");
    fields.put("out_biz_no", refundNo);
    fields.put("refund_fee", refunded.toDecimal());
    return signed(fields, account);
  }

  private static SignedCallback signed(SortedMap<String, String> fields, Account account) {
    var content = joined(fields, Entry::getValue).getBytes(StandardCharsets.UTF_8);
    fields.put("sign_type", "RSA2");
    fields.put("sign", RsaSigner.sign(account.secret(KEY), content));
    var form = joined(fields, one -> URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8));
    return new SignedCallback(
        Map.of("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
        form.getBytes(StandardCharsets.US_ASCII));
  }

  /** It looks for the word, and for nothing around it. */
  @Override
  public boolean isAcknowledged(Answer answer) {
    return answer.status() == 200 && answer.text().equals("success");
  }

  private static SortedMap<String, String> fields(Notice notice, Account account, Instant now) {
    var amount = notice.amount().toDecimal();
    var time = TIME.format(notice.paidAt());
    var fields = new TreeMap<String, String>();
    fields.put("app_id", account.option("app-id"));
    fields.put("auth_app_id", account.option("app-id"));
    fields.put("buyer_id", "2088102116773037");
    fields.put("charset", "utf-8");
    fields.put("gmt_create", time);
    fields.put("notify_id", notice.eventId());
    fields.put("notify_time", TIME.format(now));
    fields.put("notify_type", "trade_status_sync");
    fields.put("out_trade_no", notice.orderNo());
    fields.put("seller_id", account.option("seller-id"));
    fields.put("subject", SUBJECT);
    fields.put("total_amount", amount);
    fields.put("trade_no", notice.transactionId());
    fields.put("version", "1.0");
    switch (notice.status()) {
      case SUCCESS -> {
        fields.put("buyer_pay_amount", amount);
        fields.put("fund_bill_list", bill(amount));
        fields.put("gmt_payment", time);
        fields.put("receipt_amount", amount);
        fields.put("trade_status", "TRADE_SUCCESS");
      }
      // A payment does not fail at Alipay: what nobody pays is closed.
      case FAIL, CLOSED -> {
        fields.put("gmt_close", time);
        fields.put("trade_status", "TRADE_CLOSED");
      }
    }
    return fields;
  }

  private static String bill(String amount) {
    return "[{\"amount\":\"%s\",\"fundChannel\":\"ALIPAYACCOUNT\"}]".formatted(amount);
  }

  private static String joined(
      SortedMap<String, String> fields, Function<Entry<String, String>, String> value) {
    return fields.entrySet().stream()
        .map(one -> one.getKey() + "=" + value.apply(one))
        .collect(joining("&"));
  }
}

package io.payrelay.sandbox.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.sandbox.stack.UsageException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * WeChat Pay v3: a trade encrypted with the APIv3 key, and {@code Wechatpay-*} headers with
 * SHA256withRSA over {@code timestamp \n nonce \n body \n}.
 */
public final class WechatV3Simulator implements ChannelSimulator {

  private static final String PUBLIC_KEY_ID = "PUB_KEY_ID_";
  private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);

  private final SecureRandom random = new SecureRandom();

  @Override
  public String channel() {
    return "wechat-v3";
  }

  @Override
  public String family() {
    return "wechat";
  }

  @Override
  public SignedCallback sign(Notice notice, Account account, Instant now) {
    return sign(event(notice, account, now), account, now);
  }

  /** Signs any bytes, also ones that the channel would not send. */
  SignedCallback sign(byte[] body, Account account, Instant now) {
    var key = signingKey(account);
    var timestamp = Long.toString(now.getEpochSecond());
    var nonce = hex(16);
    var start = (timestamp + "\n" + nonce + "\n").getBytes(UTF_8);
    return new SignedCallback(
        Map.of(
            "Content-Type",
            "application/json",
            "Wechatpay-Timestamp",
            timestamp,
            "Wechatpay-Nonce",
            nonce,
            "Wechatpay-Serial",
            key.id(),
            "Wechatpay-Signature-Type",
            "WECHATPAY2-SHA256-RSA2048",
            "Wechatpay-Signature",
            RsaSigner.sign(key.secret(), start, body, new byte[] {'\n'})),
        body);
  }

  /** It does not read the body: a failure must have another status. */
  @Override
  public boolean isAcknowledged(Answer answer) {
    return answer.status() == 200 || answer.status() == 204;
  }

  private byte[] event(Notice notice, Account account, Instant now) {
    var content = JsonMapper.shared().writeValueAsBytes(trade(notice, account));
    var event = new LinkedHashMap<String, Object>();
    event.put("id", notice.eventId());
    event.put("create_time", time(now));
    event.put("resource_type", "encrypt-resource");
    event.put("event_type", "TRANSACTION." + state(notice));
    event.put("summary", "支付结果");
    event.put("resource", WechatV3Resource.of(content, account.secret("apiv3"), hex(6)));
    return JsonMapper.shared().writeValueAsBytes(event);
  }

  private static Map<String, Object> trade(Notice notice, Account account) {
    long fen = notice.amount().minor();
    var currency = notice.amount().currencyCode();
    var trade = new LinkedHashMap<String, Object>();
    trade.put("mchid", account.option("mchid"));
    trade.put("appid", account.option("appid"));
    trade.put("out_trade_no", notice.orderNo());
    trade.put("transaction_id", notice.transactionId());
    trade.put("trade_type", "JSAPI");
    trade.put("trade_state", state(notice));
    trade.put("success_time", time(notice.paidAt()));
    trade.put("payer", Map.of("openid", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"));
    trade.put("amount", Map.of("total", fen, "payer_total", fen, "currency", currency));
    return trade;
  }

  private static String state(Notice notice) {
    return switch (notice.status()) {
      case SUCCESS -> "SUCCESS";
      case FAIL -> "PAYERROR";
      case CLOSED -> "CLOSED";
    };
  }

  private static Merchant.Key signingKey(Account account) {
    return account.keys().stream()
        .filter(key -> key.id().startsWith(PUBLIC_KEY_ID))
        .findFirst()
        .orElseThrow(
            () -> new UsageException("a wechat-v3 account needs a key " + PUBLIC_KEY_ID + "…"));
  }

  private static String time(Instant instant) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        instant.atOffset(BEIJING).truncatedTo(ChronoUnit.SECONDS));
  }

  private String hex(int bytes) {
    var some = new byte[bytes];
    random.nextBytes(some);
    return HexFormat.of().formatHex(some);
  }
}

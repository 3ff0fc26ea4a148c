package io.payrelay.sandbox.channel;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The generic channel: a JSON body, and {@code X-Signature: t=<unix s>,v1=<hex>} with
 * HMAC-SHA256(secret, t + "." + body).
 */
public final class HmacSimulator implements ChannelSimulator {

  private static final String NAME = "hmac";
  private static final String SIGNATURE = "X-Signature";

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
    return sign(body(notice), account.secret(), now);
  }

  /** Signs any bytes, also ones that no channel would send. */
  public static SignedCallback sign(byte[] body, String secret, Instant now) {
    return new SignedCallback(
        Map.of(
            "Content-Type",
            "application/json",
            SIGNATURE,
            TimestampedMac.header(secret, body, now)),
        body);
  }

  @Override
  public boolean isAcknowledged(Answer answer) {
    return answer.status() == 200 && answer.json().path("code").asString("").equals("SUCCESS");
  }

  private static byte[] body(Notice notice) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("eventId", notice.eventId());
    fields.put("orderNo", notice.orderNo());
    fields.put("transactionId", notice.transactionId());
    fields.put("amount", notice.amount().toDecimal());
    fields.put("currency", notice.amount().currencyCode());
    fields.put("status", notice.status().name());
    fields.put("paidAt", notice.paidAt().truncatedTo(ChronoUnit.SECONDS).toString());
    return JsonMapper.shared().writeValueAsBytes(fields);
  }
}

package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Decrypts and reads a verified body. */
record WechatV3Body(WechatV3Reader account) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Ends the reading; the message names the field, never its value. */
  private static final class BadField extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadField(String message) {
      super(message, null, false, false);
    }
  }

  Verdict read(byte[] body) {
    try {
      var root = JSON.readTree(body);
      var type = text(root, "event_type");
      boolean refund = type.startsWith("REFUND.");
      if (!refund && !type.startsWith("TRANSACTION.")) {
        return new Verdict.Ignored("an event that is neither a payment nor a refund");
      }
      var id = id(root, "id");
      var resource = JSON.readTree(decrypted(root.path("resource")));
      return new Verdict.Genuine(refund ? refund(id, resource) : trade(id, resource));
    } catch (GeneralSecurityException e) {
      return new Verdict.Refused(
          Refusal.KEY_UNKNOWN, "the resource does not decrypt with the account's APIv3 key");
    } catch (JacksonException e) {
      return new Verdict.Refused(
          Refusal.BODY_MALFORMED, "the body is not valid JSON, or repeats a field");
    } catch (BadField e) {
      return new Verdict.Refused(Refusal.BODY_MALFORMED, String.valueOf(e.getMessage()));
    }
  }

  private byte[] decrypted(JsonNode resource) throws GeneralSecurityException {
    check(text(resource, "algorithm").equals("AEAD_AES_256_GCM"), "algorithm is not known");
    var nonce = text(resource, "nonce").getBytes(StandardCharsets.UTF_8);
    check(nonce.length == 12, "nonce must have 12 bytes");
    byte[] ciphertext;
    try {
      ciphertext = Base64.getDecoder().decode(text(resource, "ciphertext"));
    } catch (IllegalArgumentException e) {
      throw new BadField("ciphertext must be Base64");
    }
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.DECRYPT_MODE, account.keys().apiv3(), new GCMParameterSpec(128, nonce));
    var associated = resource.path("associated_data");
    if (associated.isString()) {
      cipher.updateAAD(associated.stringValue().getBytes(StandardCharsets.UTF_8));
    }
    return cipher.doFinal(ciphertext);
  }

  private Notice trade(String id, JsonNode trade) {
    var kind =
        switch (text(trade, "trade_state")) {
          case "SUCCESS" -> NoticeKind.PAID;
          case "CLOSED", "REVOKED" -> NoticeKind.CLOSED;
          case "PAYERROR" -> NoticeKind.ATTEMPT_FAILED;
          case "NOTPAY", "USERPAYING", "ACCEPT" -> NoticeKind.PENDING;
          case "REFUND" -> NoticeKind.REFUND;
          default -> throw new BadField("trade_state is not known");
        };
    boolean paid = kind == NoticeKind.PAID;
    boolean ours =
        text(trade, "mchid").equals(account.mchid())
            && text(trade, "appid").equals(account.appid());
    return new Notice(
        id,
        kind,
        ours,
        orderNo(trade),
        paid || trade.hasNonNull("transaction_id") ? id(trade, "transaction_id") : null,
        paid ? amount(trade.path("amount")) : null,
        time(trade),
        null);
  }

  /** A refund notice names no appid. */
  private Notice refund(String id, JsonNode refund) {
    return new Notice(
        id,
        NoticeKind.REFUND,
        text(refund, "mchid").equals(account.mchid()),
        orderNo(refund),
        id(refund, "transaction_id"),
        null,
        null,
        id(refund, "refund_id"));
  }

  /** The order's amount; what the payer paid after coupons is not ours to judge. */
  private static Money amount(JsonNode amount) {
    var total = amount.path("total");
    check(
        total.isIntegralNumber() && total.canConvertToLong() && total.longValue() > 0,
        "amount.total must be a whole number of more than nothing");
    try {
      return Money.ofMinor(
          total.longValue(), amount.hasNonNull("currency") ? text(amount, "currency") : "CNY");
    } catch (InvalidMoneyException e) {
      throw new BadField("amount.currency must be an ISO 4217 currency");
    }
  }

  private static @Nullable Instant time(JsonNode trade) {
    if (!trade.hasNonNull("success_time")) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text(trade, "success_time")).toInstant();
    } catch (DateTimeException e) {
      throw new BadField("success_time must be an RFC 3339 time");
    }
  }

  private static String orderNo(JsonNode node) {
    var value = text(node, "out_trade_no");
    check(
        value.matches("[A-Za-z0-9_-]{1,64}"),
        "out_trade_no must be 1 to 64 letters, digits, hyphens or underscores");
    return value;
  }

  private static String id(JsonNode node, String field) {
    var value = text(node, field);
    check(value.matches("[!-~]{1,128}"), field + " must be 1 to 128 printable ASCII characters");
    return value;
  }

  private static String text(JsonNode node, String field) {
    var value = node.path(field);
    check(value.isString(), field + " must be a string");
    return value.stringValue();
  }

  private static void check(boolean holds, String complaint) {
    if (!holds) {
      throw new BadField(complaint);
    }
  }
}

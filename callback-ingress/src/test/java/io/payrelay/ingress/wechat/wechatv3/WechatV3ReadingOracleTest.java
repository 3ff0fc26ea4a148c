package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.wechat.wechatv3.Verdicts.notice;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.APIV3;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NONCE;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.PAID;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.REFUND;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.event;
import static io.payrelay.ingress.wechat.wechatv3.WechatV3Sender.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParseException;
import com.wechat.pay.java.service.payments.model.Transaction;
import com.wechat.pay.java.service.payments.model.Transaction.TradeStateEnum;
import com.wechat.pay.java.service.refund.model.RefundNotification;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.Mutations;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.wechat.wechatv3.WechatSdk.Accepts;
import io.payrelay.ingress.wechat.wechatv3.WechatSdk.Breaks;
import io.payrelay.ingress.wechat.wechatv3.WechatSdk.Says;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * wechatpay-java as the oracle of what a believed notice says: thousands of them are damaged before
 * they are encrypted and signed. What both read, they read alike.
 */
class WechatV3ReadingOracleTest {

  /** Each place where we and wechatpay-java differ; nothing else may. */
  enum Difference {
    /** Bare words, single quotes, nothing at all; and of a field that comes twice it takes one. */
    IT_READS_WHAT_IS_NO_JSON,
    /**
     * It needs no field and knows no form: no payment id, a state of its own, less than nothing.
     */
    IT_CHECKS_NO_FIELD,
    /** It reads any event as the type that it is asked for. */
    IT_READS_EVERY_EVENT,
    /** The field may be absent, says the channel; it needs at least an empty one. */
    IT_BREAKS_WITHOUT_ASSOCIATED_DATA,
    /** It reads fields that nobody uses, and numbers up to 2^31. */
    IT_BREAKS_ON_WHAT_WE_LEAVE_ALONE
  }

  private static final int ROUNDS = 2_000;
  private static final WechatV3Sender WECHAT = WechatV3Sender.of("PUB_KEY_ID_01");
  private static final CallbackReader READER = WECHAT.reader();
  private static final WechatSdk SDK = WechatSdk.withPublicKey(WECHAT);

  @Test
  void thousands_of_damaged_notices_say_the_same_to_both() {
    long seed = 20_260_302;
    var random = new Random(seed);
    var seen = new EnumMap<Difference, Integer>(Difference.class);
    int alike = 0;
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      var body = damaged(random);
      var headers = WECHAT.headers(NOW, body);
      var ours = READER.read(request(headers, body), NOW);
      var theirs = SDK.verdict(headers, body, Transaction.class);
      if (ours instanceof Verdict.Genuine(var notice)
          && theirs instanceof Accepts(Transaction transaction)) {
        assertAlike(notice, transaction);
        alike++;
      } else if (ours instanceof Verdict.Refused && !(theirs instanceof Accepts)) {
        refused++;
      } else {
        seen.merge(name(body, ours, theirs), 1, Integer::sum);
      }
    }
    assertThat(alike).as("read alike, besides %s", seen).isGreaterThan(ROUNDS / 20);
    assertThat(refused).as("refused by both, besides %s", seen).isGreaterThan(ROUNDS / 4);
    assertThat(seen).containsOnlyKeys(Difference.values());
  }

  @ParameterizedTest
  @EnumSource
  void each_difference_is_real_and_has_this_name(Difference difference) {
    var body = example(difference);
    var headers = WECHAT.headers(NOW, body);
    var ours = READER.read(request(headers, body), NOW);
    var theirs = SDK.verdict(headers, body, Transaction.class);
    assertThat(theirs instanceof Accepts).isNotEqualTo(ours instanceof Verdict.Genuine);
    assertThat(name(body, ours, theirs)).isEqualTo(difference);
  }

  private static byte[] example(Difference difference) {
    return switch (difference) {
      case IT_READS_WHAT_IS_NO_JSON -> event(PAID.replace("\"total\"", "\"total\":1,total"));
      case IT_CHECKS_NO_FIELD -> event(PAID.replace("59900", "-59900"));
      case IT_READS_EVERY_EVENT -> event("COUPON.USE", PAID);
      case IT_BREAKS_WITHOUT_ASSOCIATED_DATA ->
          event("TRANSACTION.SUCCESS", PAID.getBytes(UTF_8), null, APIV3);
      case IT_BREAKS_ON_WHAT_WE_LEAVE_ALONE ->
          event(PAID.replace("\"payer_total\":1", "\"payer_total\":[]"));
    };
  }

  @Test
  void what_the_sdk_signs_and_encrypts_is_read_alike_by_both() {
    var transaction = read(roundTrip("TRANSACTION.SUCCESS", PAID), Transaction.class);
    var notice = notice(READER.read(roundTrip("TRANSACTION.SUCCESS", PAID), NOW));
    assertThat(notice.kind()).isEqualTo(NoticeKind.PAID);
    assertAlike(notice, transaction);

    var refund = read(roundTrip("REFUND.SUCCESS", REFUND), RefundNotification.class);
    var refunded = notice(READER.read(roundTrip("REFUND.SUCCESS", REFUND), NOW));
    assertThat(refunded.kind()).isEqualTo(NoticeKind.REFUND);
    assertThat(refunded.refundId()).isEqualTo(refund.getRefundId());
    assertThat(refunded.transactionId()).isEqualTo(refund.getTransactionId());
    assertThat(refunded.orderNo()).isEqualTo(refund.getOutTradeNo());
    assertThat(refunded.amount()).isNotNull();
    assertThat(refunded.amount().minor()).isEqualTo(refund.getAmount().getRefund());
  }

  @ParameterizedTest
  @EnumSource
  void each_trade_state_of_the_sdk_is_known(TradeStateEnum state) {
    var notice =
        notice(
            READER.read(
                roundTrip(
                    "TRANSACTION.SUCCESS", PAID.replace("\"SUCCESS\"", "\"" + state.name() + "\"")),
                NOW));
    assertThat(notice.kind() == NoticeKind.PAID).isEqualTo(state == TradeStateEnum.SUCCESS);
  }

  private static CallbackRequest roundTrip(String type, String content) {
    var nonce = "0123456789ab";
    var body =
        """
        {"id":"e-1","event_type":"%s","resource":{"algorithm":"AEAD_AES_256_GCM",\
        "associated_data":"","nonce":"%s","ciphertext":"%s"}}"""
            .formatted(type, nonce, WechatSdk.encrypt("", nonce, content));
    var time = Long.toString(NOW.getEpochSecond());
    return request(
        Map.of(
            "Wechatpay-Timestamp",
            time,
            "Wechatpay-Nonce",
            NONCE,
            "Wechatpay-Serial",
            WECHAT.id(),
            "Wechatpay-Signature",
            WechatSdk.sign(WECHAT, time, NONCE, body)),
        body.getBytes(UTF_8));
  }

  private static <T> T read(CallbackRequest request, Class<T> type) {
    var headers = new HashMap<String, String>();
    for (var name : new String[] {"Timestamp", "Nonce", "Serial", "Signature"}) {
      headers.put("Wechatpay-" + name, request.header("Wechatpay-" + name).getFirst());
    }
    if (SDK.verdict(headers, request.body(), type) instanceof Accepts(var read)) {
      return type.cast(read);
    }
    throw new AssertionError("the SDK does not accept its own");
  }

  private static void assertAlike(Notice notice, Transaction transaction) {
    assertThat(notice.transactionId()).isEqualTo(transaction.getTransactionId());
    assertThat(notice.orderNo()).isIn(transaction.getOutTradeNo(), transaction.getTransactionId());
    assertThat(notice.kind() == NoticeKind.PAID)
        .isEqualTo(transaction.getTradeState() == TradeStateEnum.SUCCESS);
    assertThat(notice.identityMatches())
        .isEqualTo(
            "1900000001".equals(transaction.getMchid()) && "wx1".equals(transaction.getAppid()));
    var amount = notice.amount();
    if (amount != null) {
      assertThat(amount.minor()).isEqualTo(transaction.getAmount().getTotal().longValue());
    }
  }

  /** Names a difference; fails if it has no name. */
  private static Difference name(byte[] body, Verdict ours, Says theirs) {
    if (ours instanceof Verdict.Ignored) {
      return Difference.IT_READS_EVERY_EVENT;
    }
    if (theirs instanceof Accepts) {
      if (ours instanceof Verdict.Refused(_, var detail)) {
        return detail.startsWith("the body is not ")
            ? Difference.IT_READS_WHAT_IS_NO_JSON
            : Difference.IT_CHECKS_NO_FIELD;
      }
    }
    if (ours instanceof Verdict.Genuine && theirs instanceof Breaks(NullPointerException _)) {
      return Difference.IT_BREAKS_WITHOUT_ASSOCIATED_DATA;
    }
    if (ours instanceof Verdict.Genuine && theirs instanceof Breaks(JsonParseException _)) {
      return Difference.IT_BREAKS_ON_WHAT_WE_LEAVE_ALONE;
    }
    throw new AssertionError(
        "a difference without a name: ours %s, theirs %s, body %s"
            .formatted(ours, theirs, new String(body, UTF_8)));
  }

  private static byte[] damaged(Random random) {
    var content = PAID.getBytes(UTF_8);
    return switch (random.nextInt(8)) {
      case 0 -> event(PAID);
      case 1 -> Mutations.of(event(PAID), random);
      case 4 -> event(PAID.replace("\"payer_total\":1", "\"payer_total\":" + other(random)));
      case 2 -> event("TRANSACTION.SUCCESS", content, random.nextBoolean() ? "" : null, APIV3);
      case 3 ->
          event(
              new String(Mutations.of("TRANSACTION.SUCCESS".getBytes(UTF_8), random), UTF_8), PAID);
      default -> event("TRANSACTION.SUCCESS", Mutations.of(content, random), "transaction", APIV3);
    };
  }

  private static String other(Random random) {
    return new String[] {"[]", "\"x\"", "3000000000", "{}", "null", "2"}[random.nextInt(6)];
  }
}

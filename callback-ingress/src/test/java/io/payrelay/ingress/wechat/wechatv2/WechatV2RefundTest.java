package io.payrelay.ingress.wechat.wechatv2;

import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.HMAC;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.KEY;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.MD5;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.OTHER_KEY;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.complaint;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.encrypted;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.envelope;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.key;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.notice;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.options;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.paid;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.reader;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.refund;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.refundBut;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.refusal;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.request;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.signed;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.with;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.xml;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one notice without a sign: what decrypts opens a case, and never moves money. */
class WechatV2RefundTest {

  private final CallbackReader reader = reader(HMAC);

  @ParameterizedTest
  @ValueSource(strings = {MD5, HMAC})
  void a_refund_notice_without_sign_opens_a_case_and_never_moves_money(String signType) {
    assertThat(reader(signType).read(request(envelope(encrypted(refund(), KEY))), NOW))
        .isEqualTo(
            new Verdict.Genuine(
                new Notice(
                    null,
                    NoticeKind.REFUND,
                    true,
                    "ORDER1",
                    "1004400740201409030005092168",
                    Money.ofMinor(10_000, "CNY"),
                    null,
                    "50000408942018111907145868882")));
  }

  @Test
  void req_info_is_never_a_payment_whatever_it_holds() {
    var notice = paid();
    notice.put("refund_id", "50001");
    notice.put("refund_fee", "1");
    var outer = envelope(encrypted(notice, KEY));
    paid().forEach(outer::putIfAbsent);
    assertThat(notice(reader.read(request(outer), NOW)).kind()).isEqualTo(NoticeKind.REFUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SUCCESS", "CHANGE", "REFUNDCLOSE", "of later days"})
  void each_word_about_a_refund_is_kept(String status) {
    assertThat(notice(read(refundBut("refund_status", status))).kind())
        .isEqualTo(NoticeKind.REFUND);
  }

  @Test
  void what_does_not_decrypt_is_refused() {
    assertRefused(envelope(encrypted(refund(), OTHER_KEY)), Refusal.SIGNATURE_WRONG);
    assertRefused(envelope(encrypted(new byte[0], KEY)), Refusal.SIGNATURE_WRONG);
    assertRefused(envelope(encrypted(new byte[] {'a', 'b'}, KEY)), Refusal.SIGNATURE_WRONG);
    assertRefused(envelope("AAAA"), Refusal.SIGNATURE_WRONG);
    assertRefused(envelope("A".repeat(64)), Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%%%", "支付", "AAAAA", "A=AA", "AA A", " "})
  void illegal_base_64_is_refused_and_no_fault_of_ours(String reqInfo) {
    assertRefused(envelope(reqInfo), Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void every_changed_byte_of_what_is_encrypted_damages_it_or_is_read_as_a_refund_still() {
    // ECB protects no order and no end: a block may come out as anything, but not as money.
    var right = encrypted(refund(), KEY);
    for (int i = 0; i < right.length(); i++) {
      var changed = new StringBuilder(right);
      changed.setCharAt(i, right.charAt(i) == 'A' ? 'B' : 'A');
      switch (reader.read(request(envelope(changed.toString())), NOW)) {
        case Verdict.Genuine(var notice) -> assertThat(notice.kind()).isEqualTo(NoticeKind.REFUND);
        case Verdict.Refused _ -> {}
        case Verdict.Ignored _ -> throw new AssertionError("ignored at " + i);
      }
    }
  }

  @Test
  void a_sign_beside_req_info_has_to_be_right() {
    var outer = envelope(encrypted(refund(), KEY));
    assertThat(notice(reader.read(signed(outer), NOW)).kind()).isEqualTo(NoticeKind.REFUND);
    assertRefused(signed(outer, OTHER_KEY, HMAC), Refusal.SIGNATURE_WRONG);
    assertRefused(signed(outer, KEY, MD5), Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void a_signed_payment_with_a_req_info_is_no_payment() {
    var both = paid();
    both.put("req_info", "AAAA");
    assertThat(refusal(reader.read(signed(both), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void an_empty_req_info_is_none() {
    assertRefused(envelope(""), Refusal.SIGNATURE_MISSING);
    var both = paid();
    both.put("req_info", "");
    assertThat(notice(reader.read(signed(both), NOW)).kind()).isEqualTo(NoticeKind.PAID);
  }

  @ParameterizedTest
  @CsvSource({"mch_id,10000101", "mch_id,''", "appid,wx1", "appid,''"})
  void another_merchants_refund_is_not_ours(String field, String value) {
    var outer = envelope(encrypted(refund(), KEY));
    outer.put(field, value);
    assertThat(notice(reader.read(request(outer), NOW)).identityMatches()).isFalse();
  }

  @Test
  void an_envelope_that_says_fail_is_refused() {
    var outer = envelope(encrypted(refund(), KEY));
    outer.put("return_code", "FAIL");
    assertThat(complaint(reader.read(request(outer), NOW))).startsWith("return_code ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction_id", "refund_id", "refund_fee"})
  void a_refund_that_lacks_what_counts_is_malformed(String field) {
    assertThat(complaint(read(refundBut(field, "")))).startsWith(field + " ");
  }

  @Test
  void a_refund_of_somebody_elses_order_is_a_case_or_ignored() {
    var theirs = refundBut("out_trade_no", "A B");
    assertThat(notice(read(theirs)).orderNo()).isEqualTo("1004400740201409030005092168");
    var ignoring = reader(with(options(HMAC), "unknown-order", "ignore"), key("k1", KEY));
    assertThat(ignoring.read(request(envelope(encrypted(theirs, KEY))), NOW))
        .isInstanceOf(Verdict.Ignored.class);
  }

  @Test
  void old_and_new_key_decrypt_side_by_side_within_their_validity() {
    var both =
        reader(
            options(HMAC),
            new KeySettings("old", KEY, null, NOW.plusSeconds(60)),
            new KeySettings("new", OTHER_KEY, NOW, null));
    for (var secret : new String[] {KEY, OTHER_KEY}) {
      var request = request(envelope(encrypted(refund(), secret)));
      assertThat(both.read(request, NOW)).isInstanceOf(Verdict.Genuine.class);
    }
    assertThat(refusal(both.read(request(envelope(encrypted(refund(), KEY))), NOW.plusSeconds(60))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(
            refusal(
                both.read(request(envelope(encrypted(refund(), OTHER_KEY))), NOW.minusSeconds(1))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE root [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><root><refund_id>&x;</refund_id></root>",
        "<root><refund_id><b>1</b></refund_id></root>",
        "<root><refund_id>1</refund_id><refund_id>2</refund_id></root>",
        "<xml><refund_id>1</refund_id></xml>",
        "not xml"
      })
  void the_xml_inside_is_read_as_strictly_as_the_outer_one(String inside) {
    var bytes = inside.getBytes(StandardCharsets.UTF_8);
    assertRefused(envelope(encrypted(bytes, KEY)), Refusal.SIGNATURE_WRONG);
  }

  @Test
  void no_rightly_encrypted_bytes_make_the_reader_throw_or_pay() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var plain = xml("root", refund()).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 2_000; i++) {
      var body = envelope(encrypted(XmlMutations.of(plain, random), KEY));
      switch (reader.read(request(body), NOW)) {
        case Verdict.Genuine(var notice) ->
            assertThat(notice.kind()).as("seed %d round %d", seed, i).isEqualTo(NoticeKind.REFUND);
        case Verdict.Ignored _, Verdict.Refused _ -> {}
      }
    }
  }

  private Verdict read(Map<String, String> refund) {
    return reader.read(request(envelope(encrypted(refund, KEY))), NOW);
  }

  private void assertRefused(Map<String, String> fields, Refusal why) {
    assertThat(refusal(reader.read(request(fields), NOW))).isEqualTo(why);
  }
}

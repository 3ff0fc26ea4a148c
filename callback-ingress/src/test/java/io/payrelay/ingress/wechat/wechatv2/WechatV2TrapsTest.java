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
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.paidBut;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.paidWithout;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.reader;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.refund;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.refusal;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.request;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.sign;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.signed;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.xml;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The traps of the signature, each by its name. */
class WechatV2TrapsTest {

  private final CallbackReader reader = reader(HMAC);

  @ParameterizedTest
  @ValueSource(strings = {MD5, HMAC})
  void either_type_verifies_in_an_account_of_that_type_and_in_no_other(String signType) {
    var other = signType.equals(MD5) ? HMAC : MD5;
    var request = request(signed(paid(), KEY, signType));
    assertGenuine(reader(signType).read(request, NOW));
    assertThat(refusal(reader(other).read(request, NOW))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @ParameterizedTest
  @CsvSource({
    "HMAC-SHA256,MD5",
    "MD5,HMAC-SHA256",
    "HMAC-SHA256,hmac-sha256",
    "MD5,md5",
    "HMAC-SHA256,' '",
    "HMAC-SHA256,RSA"
  })
  void a_message_cannot_choose_how_it_is_verified(String configured, String named) {
    var fields = paidBut("sign_type", named);
    for (var signedWith : List.of(MD5, HMAC)) {
      assertThat(refusal(reader(configured).read(request(signed(fields, KEY, signedWith)), NOW)))
          .isEqualTo(Refusal.SIGNATURE_MALFORMED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {MD5, HMAC})
  void a_notice_that_names_the_accounts_own_type_verifies(String signType) {
    var fields = paidBut("sign_type", signType);
    assertGenuine(reader(signType).read(request(signed(fields, KEY, signType)), NOW));
  }

  @Test
  void a_notice_without_sign_is_refused_before_any_business_field_is_read() {
    var noReturnCode = paidWithout("return_code");
    for (var fields :
        List.of(
            paid(),
            paidBut("sign", ""),
            noReturnCode,
            paidBut("return_code", "FAIL"),
            paidBut("result_code", "FAIL"),
            paidBut("total_fee", "not a number"),
            paidBut("mch_id", "10000101"),
            Map.<String, String>of(),
            Map.of("return_code", "SUCCESS"),
            Map.of("return_code", "FAIL", "return_msg", "OK"))) {
      assertThat(reader.read(request(fields), NOW))
          .isEqualTo(
              new Verdict.Refused(Refusal.SIGNATURE_MISSING, "there is neither sign nor req_info"));
    }
  }

  @Test
  void a_sign_in_a_header_or_under_another_name_is_none() {
    for (var name : List.of("Sign", "SIGN", "paySign", "sign_", "signature")) {
      var fields = paid();
      fields.put(name, sign(fields, KEY, HMAC));
      assertThat(refusal(reader.read(request(fields), NOW))).isEqualTo(Refusal.SIGNATURE_MISSING);
    }
  }

  @Test
  void every_malformed_sign_is_one_typed_rejection() {
    var right = sign(paid(), KEY, HMAC);
    for (var wrong :
        List.of(
            " ",
            "0",
            right.toLowerCase(Locale.ROOT),
            right + "\n",
            " " + right,
            right.substring(1),
            right + right,
            right + "0",
            right.repeat(500),
            "Ａ".repeat(64),
            "0".repeat(32),
            "G".repeat(64))) {
      assertThat(refusal(reader.read(request(paidBut("sign", wrong)), NOW)))
          .as(wrong)
          .isEqualTo(Refusal.SIGNATURE_MALFORMED);
    }
    assertThat(refusal(reader.read(request(paidBut("sign", "0".repeat(64))), NOW)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void a_repeated_sign_is_refused_even_if_one_is_right() {
    var right = sign(paid(), KEY, HMAC);
    for (var other : List.of(right, "0".repeat(64), "")) {
      for (var both :
          List.of("<sign>%s</sign><sign>%s</sign>", "<sign>%2$s</sign><sign>%1$s</sign>")) {
        var body = xml("xml", paid()).replace("</xml>", both.formatted(right, other) + "</xml>");
        assertThat(complaint(reader.read(request(body), NOW)))
            .isEqualTo("the body repeats a field");
      }
    }
  }

  @Test
  void a_repeated_field_is_refused_whichever_of_them_was_signed() {
    var body = xml("xml", signed(paid(), KEY, HMAC));
    for (var extra :
        List.of("<total_fee>1</total_fee>", "<total_fee/>", "<total_fee>59900</total_fee>")) {
      for (var place : List.of("<xml>", "</xml>")) {
        var twice = body.replace(place, place.equals("<xml>") ? place + extra : extra + place);
        assertThat(complaint(reader.read(request(twice), NOW))).contains("repeats");
      }
    }
  }

  @Test
  void unknown_fields_are_signed_too() {
    var more = paid();
    more.put("promotion_detail", "{\"a\":[1,2]}");
    more.put("of.later-days", "0");
    more.put("A_capital", "Z");
    assertGenuine(reader.read(signed(more), NOW));

    var added = signed(paid(), KEY, HMAC);
    added.put("unknown", "1");
    assertThat(refusal(reader.read(request(added), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);

    var removed = signed(more, KEY, HMAC);
    removed.remove("A_capital");
    assertThat(refusal(reader.read(request(removed), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void an_empty_field_is_as_good_as_none_because_it_is_not_signed() {
    var body = xml("xml", signed(paid(), KEY, HMAC));
    var expected = reader.read(request(body), NOW);
    assertGenuine(expected);
    for (var empty :
        List.of("<fee_typo/>", "<coupon></coupon>", "<trade_state><![CDATA[]]></trade_state>")) {
      assertThat(reader.read(request(body.replace("</xml>", empty + "</xml>")), NOW))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        " leading and trailing ",
        "tab\tand\nnewline",
        "a+b %2B c%20d",
        "100% + 1 = ?",
        "支付宝不是微信 𠮷",
        "é e\u0301",
        "<b>&amp;</b>",
        "a&b=c&key=k",
        "[\"json\"]",
        "]]>",
        "]]]]><![CDATA[>",
        "'\"\\",
        "\u0085\u2028"
      })
  void values_are_signed_as_they_stand(String value) {
    for (var signType : List.of(MD5, HMAC)) {
      var request = request(signed(paidBut("attach", value), KEY, signType));
      assertGenuine(reader(signType).read(request, NOW));
    }
  }

  @Test
  void a_value_that_is_trimmed_on_the_way_is_refused() {
    var fields = signed(paidBut("attach", "x "), KEY, HMAC);
    fields.put("attach", "x");
    assertThat(refusal(reader.read(request(fields), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "cdata", "references", "pieces"})
  void one_value_may_be_written_in_several_ways(String way) {
    var fields = signed(paidBut("attach", "A&B"), KEY, HMAC);
    var body =
        xml("xml", fields)
            .replace(
                "<![CDATA[A&B]]>",
                switch (way) {
                  case "plain" -> "A&amp;B";
                  case "references" -> "&#65;&#x26;&#66;";
                  case "pieces" -> "<![CDATA[A]]>&amp;<![CDATA[]]><![CDATA[B]]>";
                  default -> "<![CDATA[A&B]]>";
                });
    assertGenuine(reader.read(request(body), NOW));
  }

  @Test
  void neither_order_nor_whitespace_nor_an_xml_declaration_matters() {
    var fields = new ArrayList<>(signed(paid(), KEY, HMAC).entrySet());
    var random = new Random(5);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(fields, random);
      var shuffled = new LinkedHashMap<String, String>();
      fields.forEach(field -> shuffled.put(field.getKey(), field.getValue()));
      var body = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n" + xml("xml", shuffled) + "\n\n";
      assertGenuine(reader.read(request(body), NOW));
      assertGenuine(reader.read(request(xml("xml", shuffled).replaceAll("\n *", "")), NOW));
    }
  }

  @Test
  void a_value_cannot_pass_for_another_field_although_the_signed_text_is_the_same() {
    var honest = paidBut("device_info", "WEB");
    honest.put("fee_type", "USD");
    var right = sign(honest, KEY, HMAC);
    var merged = new LinkedHashMap<>(honest);
    merged.remove("fee_type");
    merged.put("device_info", "WEB&fee_type=USD");
    assertThat(sign(merged, KEY, HMAC)).isEqualTo(right);
    merged.put("sign", right);
    assertThat(complaint(reader.read(request(merged), NOW))).contains("two ways");
  }

  @Test
  void a_field_cannot_be_cut_out_of_a_value_the_buyer_has_chosen() {
    // All that is signed stays signed: what follows the forged fields hides in the last of them.
    var honest = new TreeMap<>(paid());
    honest.put(
        "attach",
        "x&mch_id=10000100&out_trade_no=VICTIM&result_code=SUCCESS&return_code=SUCCESS"
            + "&total_fee=99999&transaction_id=T&zz=");
    var right = sign(honest, KEY, HMAC);
    var rest = new StringBuilder();
    honest
        .tailMap("attach", false)
        .forEach((name, value) -> rest.append(value.isEmpty() ? "" : "&" + name + "=" + value));
    var forged = new LinkedHashMap<String, String>();
    forged.put("appid", honest.get("appid"));
    forged.put("attach", "x");
    forged.put("mch_id", "10000100");
    forged.put("out_trade_no", "VICTIM");
    forged.put("result_code", "SUCCESS");
    forged.put("return_code", "SUCCESS");
    forged.put("total_fee", "99999");
    forged.put("transaction_id", "T");
    forged.put("zz", rest.toString());
    assertThat(sign(forged, KEY, HMAC)).isEqualTo(right);
    forged.put("sign", right);
    assertThat(complaint(reader.read(request(forged), NOW))).contains("two ways");
  }

  @ParameterizedTest
  @ValueSource(strings = {MD5, HMAC})
  void each_byte_of_a_message_is_protected(String signType) {
    var account = reader(signType);
    var body = xml("xml", signed(paid(), KEY, signType)).getBytes(StandardCharsets.UTF_8);
    var original = account.read(request(body), NOW);
    var fields = FlatXml.read(body, "xml");
    assertGenuine(original);
    int harmless = 0;
    for (int i = 0; i < body.length; i++) {
      for (var changed : changes(body, i)) {
        var verdict = account.read(request(changed), NOW);
        if (!(verdict instanceof Verdict.Refused)) {
          // Only what is no field may change: the space between them.
          assertThat(verdict).as("byte %d", i).isEqualTo(original);
          assertThat(FlatXml.read(changed, "xml")).as("byte %d", i).isEqualTo(fields);
          assertThat(Character.isWhitespace(body[i])).as("byte %d", i).isTrue();
          harmless++;
        }
      }
    }
    assertThat(harmless).isPositive();
  }

  private static List<byte[]> changes(byte[] body, int at) {
    var all = new ArrayList<byte[]>();
    for (int value :
        new int[] {
          body[at] + 1, body[at] - 1, body[at] ^ 0x20, body[at] ^ 0x80, 0, '&', '<', ']', ' ', '1'
        }) {
      if ((byte) value != body[at]) {
        var changed = body.clone();
        changed[at] = (byte) value;
        all.add(changed);
      }
    }
    return all;
  }

  @Test
  void another_merchants_key_signs_nothing_here() {
    assertThat(refusal(reader.read(request(signed(paid(), OTHER_KEY, HMAC)), NOW)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void nothing_of_an_unverified_message_is_judged() {
    var nonsense = signed(paidBut("total_fee", "x"), OTHER_KEY, HMAC);
    assertThat(refusal(reader.read(request(nonsense), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(reader.read(signed(paidBut("total_fee", "x")), NOW)))
        .isEqualTo(Refusal.BODY_MALFORMED);
  }

  @Test
  void old_and_new_key_verify_side_by_side_within_their_validity() {
    var both =
        reader(
            options(HMAC),
            new KeySettings("old", KEY, null, NOW.plusSeconds(60)),
            new KeySettings("new", OTHER_KEY, NOW, null));
    var old = request(signed(paid(), KEY, HMAC));
    var renewed = request(signed(paid(), OTHER_KEY, HMAC));
    assertGenuine(both.read(old, NOW));
    assertGenuine(both.read(renewed, NOW));
    assertThat(refusal(both.read(old, NOW.plusSeconds(60)))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(both.read(renewed, NOW.minusSeconds(1)))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertGenuine(both.read(renewed, NOW.plusSeconds(60)));
  }

  @Test
  void a_replay_is_the_same_payment_again() {
    var request = request(signed(paid(), KEY, HMAC));
    var first = notice(reader.read(request, NOW));
    var later = notice(reader.read(request, NOW.plusSeconds(100_000_000)));
    assertThat(later).isEqualTo(first);
    assertThat(later.transactionId()).isNotNull();
  }

  @Test
  void no_damaged_bytes_make_the_reader_throw_or_believe() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var body = xml("xml", signed(paid(), KEY, HMAC)).getBytes(StandardCharsets.UTF_8);
    var original = reader.read(request(body), NOW);
    for (int i = 0; i < 5_000; i++) {
      var damaged = reader.read(request(XmlMutations.of(body, random)), NOW);
      if (!(damaged instanceof Verdict.Refused)) {
        assertThat(damaged).as("seed %d round %d", seed, i).isEqualTo(original);
      }
    }
  }

  @Test
  void no_rightly_signed_fields_make_the_reader_throw() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var names = List.copyOf(paid().keySet());
    for (int i = 0; i < 3_000; i++) {
      var fields = paid();
      for (int n = random.nextInt(3); n >= 0; n--) {
        var name = names.get(random.nextInt(names.size()));
        var value = fields.getOrDefault(name, "").getBytes(StandardCharsets.UTF_8);
        fields.put(name, printable(XmlMutations.of(value, random)));
      }
      assertThat(reader.read(signed(fields), NOW))
          .as("seed %d round %d %s", seed, i, fields)
          .isNotNull()
          .satisfies(verdict -> assertThat(whyNot(verdict)).isNotEqualTo(Refusal.SIGNATURE_WRONG));
    }
  }

  /** XML has no way to write the rest. */
  private static String printable(byte[] value) {
    return new String(value, StandardCharsets.UTF_8).replaceAll("[\\p{Cc}\\ufffe\\uffff]", "?");
  }

  private static Object whyNot(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, _) -> why;
      case Verdict.Genuine(var notice) -> notice.kind();
      case Verdict.Ignored(var why) -> why;
    };
  }

  @Test
  void neither_keys_nor_content_show_in_refusals_or_texts() {
    var bodies = new ArrayList<Map<String, String>>();
    paid().keySet().forEach(name -> bodies.add(signed(paidBut(name, "s3cret x"), KEY, HMAC)));
    bodies.add(paidBut("sign", "s3cret"));
    bodies.add(paidBut("s3cret", "s3cret"));
    bodies.add(envelope("s3cret"));
    bodies.add(envelope(encrypted(WechatV2Sender.refundBut("refund_fee", "s3cret"), KEY)));
    bodies.add(envelope(encrypted(refund(), OTHER_KEY)));
    for (var fields : bodies) {
      if (reader.read(request(fields), NOW) instanceof Verdict.Refused(_, var detail)) {
        assertThat(detail).doesNotContain("s3cret", KEY);
      }
    }
    assertThat(reader.toString()).doesNotContain(KEY);
    assertThat(new Message(new TreeMap<>(paid())).toString()).doesNotContain("ORDER1", "59900");
  }

  @Test
  void a_failed_attempt_before_or_after_the_payment_is_told_apart_from_it() {
    var failed = notice(reader.read(signed(paidBut("result_code", "FAIL")), NOW));
    var paid = notice(reader.read(signed(paid()), NOW));
    assertThat(failed.kind()).isEqualTo(NoticeKind.ATTEMPT_FAILED);
    assertThat(paid.kind()).isEqualTo(NoticeKind.PAID);
    assertThat(failed.orderNo()).isEqualTo(paid.orderNo());
  }

  @Test
  void several_accounts_keys_do_not_mix() {
    var other = reader(options(HMAC), key("k1", OTHER_KEY));
    assertThat(refusal(other.read(signed(paid()), NOW))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  private static void assertGenuine(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
  }
}

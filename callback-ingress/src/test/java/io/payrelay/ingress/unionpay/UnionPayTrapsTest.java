package io.payrelay.ingress.unionpay;

import static io.payrelay.ingress.unionpay.UnionPaySender.NOW;
import static io.payrelay.ingress.unionpay.UnionPaySender.SECURE_KEY;
import static io.payrelay.ingress.unionpay.UnionPaySender.body;
import static io.payrelay.ingress.unionpay.UnionPaySender.notice;
import static io.payrelay.ingress.unionpay.UnionPaySender.purchase;
import static io.payrelay.ingress.unionpay.UnionPaySender.purchaseWith;
import static io.payrelay.ingress.unionpay.UnionPaySender.reader;
import static io.payrelay.ingress.unionpay.UnionPaySender.refund;
import static io.payrelay.ingress.unionpay.UnionPaySender.refusal;
import static io.payrelay.ingress.unionpay.UnionPaySender.refused;
import static io.payrelay.ingress.unionpay.UnionPaySender.request;
import static io.payrelay.ingress.unionpay.UnionPaySender.root;
import static io.payrelay.ingress.unionpay.UnionPaySender.secure;
import static io.payrelay.ingress.unionpay.UnionPaySender.secured;
import static io.payrelay.ingress.unionpay.UnionPaySender.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The traps of UnionPay's signature, each by its name. */
class UnionPayTrapsTest {

  private final CallbackReader reader = reader(root());

  @Test
  void the_line_breaks_of_the_certificate_belong_to_the_signed_text() {
    for (var pem :
        new String[] {
          Pki.UNIONPAY.pem("\r\n"),
          Pki.UNIONPAY.pem("\n"),
          Pki.UNIONPAY.pem("\r\n") + "\r\n",
          Pki.UNIONPAY.pem("\n") + " \n"
        }) {
      assertGenuine(read(signed(purchase(), Pki.UNIONPAY, pem)));
    }
    var crlf = signed(purchase(), Pki.UNIONPAY);
    crlf.put("signPubKeyCert", Pki.UNIONPAY.pem("\n"));
    assertThat(refusal(read(crlf))).isEqualTo(Refusal.SIGNATURE_WRONG);
    crlf.put("signPubKeyCert", Pki.UNIONPAY.pem("\r\n") + "\r\n");
    assertThat(refusal(read(crlf))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+",
        "%2B",
        "a+b%2Bc d",
        " leading and trailing ",
        "\r\n",
        "100%",
        "{a=1&b=2}",
        "退款 + 汉字",
        "😀"
      })
  void values_are_decoded_once_and_never_trimmed(String value) {
    assertGenuine(read(signed(purchaseWith("reqReserved", value), Pki.UNIONPAY)));
  }

  @Test
  void a_value_encoded_twice_is_another_value() {
    var sent = signed(purchaseWith("reqReserved", "a+b"), Pki.UNIONPAY);
    sent.put("reqReserved", "a%2Bb");
    assertThat(refusal(read(sent))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void empty_parameters_are_not_signed_and_unknown_ones_are() {
    var fields = purchase();
    fields.put("customerInfo", "");
    fields.put("aNewParameter", "of next year");
    var sent = signed(fields, Pki.UNIONPAY);
    assertGenuine(read(sent));
    sent.remove("customerInfo");
    assertGenuine(read(sent));
    sent.remove("aNewParameter");
    assertThat(refusal(read(sent))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "utf-8", "GBK", ""})
  void the_message_names_its_charset_and_utf_8_is_the_default(String encoding) {
    var fields = purchaseWith("respMsg", "成功，谢谢");
    fields.put("encoding", encoding);
    assertGenuine(read(signed(fields, Pki.UNIONPAY)));
    fields.remove("encoding");
    assertGenuine(read(signed(fields, Pki.UNIONPAY)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "GB18030", "ISO-8859-1", "UTF-7", "UTF-8\u0000", "x"})
  void another_charset_is_refused(String encoding) {
    var refused = refused(read(signed(purchaseWith("encoding", encoding), Pki.UNIONPAY)));
    assertThat(refused.why()).isEqualTo(Refusal.BODY_MALFORMED);
    assertThat(refused.detail()).isEqualTo("encoding must be UTF-8 or GBK");
  }

  @Test
  void what_is_not_in_its_charset_is_refused() {
    var gbk = new String(body(purchase()), StandardCharsets.US_ASCII);
    var broken = gbk.replace("respMsg=", "respMsg=%FF").getBytes(StandardCharsets.US_ASCII);
    assertThat(refusal(reader.read(request(broken), NOW))).isEqualTo(Refusal.BODY_MALFORMED);
  }

  @ParameterizedTest
  @CsvSource({
    "5.0.0,SIGNATURE_MALFORMED", // SHA-1
    "5.0.1,SIGNATURE_MALFORMED",
    "6.0.0,SIGNATURE_MALFORMED",
    "'',SIGNATURE_MALFORMED"
  })
  void only_version_5_1_0_is_believed(String version, Refusal why) {
    assertThat(refusal(read(signed(purchaseWith("version", version), Pki.UNIONPAY))))
        .isEqualTo(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "02", "12", "21", "01 ", "RSA2"})
  void only_methods_01_and_11_are_believed(String method) {
    var both = reader(root(), secure());
    var rsa = signed(purchaseWith("signMethod", method), Pki.UNIONPAY);
    assertThat(refusal(both.read(request(rsa), NOW))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void without_a_signature_nothing_is_read() {
    for (var value : new String[] {null, ""}) {
      var sent = new LinkedHashMap<>(signed(purchase(), Pki.UNIONPAY));
      sent.compute("signature", (_, _) -> value);
      assertThat(refusal(read(sent))).isEqualTo(Refusal.SIGNATURE_MISSING);
    }
    assertThat(refusal(read(Map.of()))).isEqualTo(Refusal.SIGNATURE_MISSING);
    assertThat(refusal(reader.read(request(new byte[0]), NOW)))
        .isEqualTo(Refusal.SIGNATURE_MISSING);
  }

  @Test
  void without_a_certificate_nothing_is_read() {
    for (var value : new String[] {null, ""}) {
      var sent = new LinkedHashMap<>(signed(purchase(), Pki.UNIONPAY));
      sent.compute("signPubKeyCert", (_, _) -> value);
      assertThat(refusal(read(sent))).isEqualTo(Refusal.SIGNATURE_MISSING);
    }
  }

  @Test
  void a_signature_that_is_none_is_refused_by_its_form() {
    var right = signed(purchase(), Pki.UNIONPAY);
    var signature = right.getOrDefault("signature", "");
    for (var value :
        new String[] {
          "%%%",
          "ab cd",
          signature + "\r\n",
          signature.replace("=", ""),
          signature + signature,
          "A".repeat(1_025),
          " " + signature,
          signature.toUpperCase(Locale.ROOT) + "!"
        }) {
      var sent = new LinkedHashMap<>(right);
      sent.put("signature", value);
      assertThat(refusal(read(sent))).as(value).isEqualTo(Refusal.SIGNATURE_MALFORMED);
    }
    for (var value : new String[] {"AAAA", "A".repeat(344), signature.substring(4)}) {
      var sent = new LinkedHashMap<>(right);
      sent.put("signature", value);
      assertThat(refusal(read(sent))).as(value).isEqualTo(Refusal.SIGNATURE_WRONG);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"signature", "signPubKeyCert", "signMethod", "txnAmt", "encoding"})
  void a_repeated_parameter_is_refused_even_if_both_are_the_same(String name) {
    var sent = signed(purchase(), Pki.UNIONPAY);
    var once = new String(body(sent), StandardCharsets.US_ASCII);
    var again = new String(body(Map.of(name, sent.getOrDefault(name, ""))), StandardCharsets.UTF_8);
    var twice = (once + "&" + again).getBytes(StandardCharsets.US_ASCII);
    assertThat(refusal(reader.read(request(twice), NOW))).isEqualTo(Refusal.BODY_MALFORMED);
  }

  /** The same text is signed, whichever way it is cut into parameters. */
  @Test
  void a_genuine_text_cut_into_other_parameters_is_refused() {
    var fields = purchaseWith("reqReserved", "a&respCode=00&respMsg=b");
    fields.put("respCode", "05");
    var genuine = signed(fields, Pki.UNIONPAY);

    var forged = new LinkedHashMap<>(genuine);
    forged.put("reqReserved", "a");
    forged.put("respCode", "00");
    forged.put("respMsg", "b&respCode=05&respMsg=" + genuine.get("respMsg"));
    assertThat(signed(forged, Pki.UNIONPAY).get("signature")).isEqualTo(genuine.get("signature"));

    assertThat(refusal(read(forged))).isEqualTo(Refusal.BODY_MALFORMED);
    assertThat(refusal(read(genuine))).isEqualTo(Refusal.BODY_MALFORMED);
  }

  @Test
  void an_id_that_swallows_its_neighbour_is_no_second_payment() {
    var genuine = signed(purchase(), Pki.UNIONPAY);
    assertGenuine(read(genuine));
    var replayed = new LinkedHashMap<>(genuine);
    replayed.put("queryId", genuine.get("queryId") + "&reqReserved=" + genuine.get("reqReserved"));
    replayed.remove("reqReserved");
    assertThat(signed(replayed, Pki.UNIONPAY).get("signature")).isEqualTo(genuine.get("signature"));

    assertThat(refusal(read(replayed))).isEqualTo(Refusal.BODY_MALFORMED);
  }

  /** It would be somebody else's order, and the genuine notice a repeat of that payment. */
  @Test
  void an_order_number_that_swallows_its_neighbour_is_no_other_order() {
    var genuine = signed(purchaseWith("payCardType", "01"), Pki.UNIONPAY);
    assertGenuine(read(genuine));
    var replayed = new LinkedHashMap<>(genuine);
    replayed.put("orderId", genuine.get("orderId") + "&payCardType=01");
    replayed.remove("payCardType");
    assertThat(signed(replayed, Pki.UNIONPAY).get("signature")).isEqualTo(genuine.get("signature"));

    assertThat(refusal(read(replayed))).isEqualTo(Refusal.BODY_MALFORMED);
  }

  /** It would be a refund of no payment. */
  @Test
  void a_name_that_swallows_its_neighbour_is_none() {
    var fields = refund();
    fields.put("origOrderId", "01KABCDEFGHJKMNPQRSTVWXYZ0");
    var genuine = signed(fields, Pki.UNIONPAY);
    assertGenuine(read(genuine));
    var replayed = new LinkedHashMap<>(genuine);
    replayed.remove("origOrderId");
    replayed.put(
        "origOrderId=" + genuine.get("origOrderId") + "&origQryId", genuine.get("origQryId"));
    replayed.remove("origQryId");
    assertThat(signed(replayed, Pki.UNIONPAY).get("signature")).isEqualTo(genuine.get("signature"));

    assertThat(refusal(read(replayed))).isEqualTo(Refusal.BODY_MALFORMED);
  }

  @Test
  void every_change_of_a_byte_is_refused_or_changes_nothing() {
    var original = body(signed(purchase(), Pki.UNIONPAY));
    var genuine = notice(reader.read(request(original), NOW));
    int verified = 0;
    for (int at = 0; at < original.length; at++) {
      for (int now :
          new int[] {original[at] + 1, original[at] ^ 0x20, 0, '&', '=', '%', '+', 0xFF}) {
        var changed = original.clone();
        changed[at] = (byte) now;
        if (changed[at] == original[at]) {
          continue;
        }
        if (reader.read(request(changed), NOW) instanceof Verdict.Genuine(var read)) {
          verified++;
          assertThat(read).isEqualTo(genuine);
          assertThat(decoded(changed)).as("byte %d", at).isEqualTo(decoded(original));
        }
      }
    }
    assertThat(verified).as("escapes in hex of the other case").isPositive();
  }

  @Test
  void every_removed_byte_is_refused_or_changes_nothing() {
    var original = body(signed(purchase(), Pki.UNIONPAY));
    for (int at = 0; at < original.length; at++) {
      var shorter = new byte[original.length - 1];
      System.arraycopy(original, 0, shorter, 0, at);
      System.arraycopy(original, at + 1, shorter, at, shorter.length - at);
      assertThat(reader.read(request(shorter), NOW)).isInstanceOf(Verdict.Refused.class);
    }
  }

  @Test
  void a_notice_of_method_11_is_signed_with_the_secure_key() {
    assertGenuine(reader(secure()).read(request(secured(purchase(), SECURE_KEY)), NOW));
    var other = secured(purchase(), SECURE_KEY.replace('9', '8'));
    assertThat(refusal(reader(secure()).read(request(other), NOW)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void each_parameter_counts_for_method_11_too() {
    var shared = reader(secure());
    var genuine = secured(purchase(), SECURE_KEY);
    for (var name : genuine.keySet()) {
      var changed = new LinkedHashMap<>(genuine);
      changed.merge(name, "0", String::concat);
      assertThat(shared.read(request(changed), NOW)).as(name).isInstanceOf(Verdict.Refused.class);
      changed.remove(name);
      assertThat(shared.read(request(changed), NOW)).as(name).isInstanceOf(Verdict.Refused.class);
    }
  }

  @Test
  void a_digest_is_written_in_lower_case_hex() {
    var shared = reader(secure());
    var genuine = secured(purchase(), SECURE_KEY);
    var digest = genuine.getOrDefault("signature", "");
    for (var value :
        new String[] {digest.toUpperCase(Locale.ROOT), digest + "0", digest.substring(1), "x"}) {
      genuine.put("signature", value);
      assertThat(refusal(shared.read(request(genuine), NOW)))
          .isEqualTo(Refusal.SIGNATURE_MALFORMED);
    }
  }

  @Test
  void a_method_whose_key_the_account_does_not_hold_may_come_again() {
    assertThat(refusal(reader(secure()).read(request(signed(purchase(), Pki.UNIONPAY)), NOW)))
        .isEqualTo(Refusal.KEY_UNKNOWN);
    assertThat(refusal(read(secured(purchase(), SECURE_KEY)))).isEqualTo(Refusal.KEY_UNKNOWN);
    var both = reader(root(), secure());
    assertGenuine(both.read(request(signed(purchase(), Pki.UNIONPAY)), NOW));
    assertGenuine(both.read(request(secured(purchase(), SECURE_KEY)), NOW));
  }

  @Test
  void gbk_is_signed_in_gbk_by_either_method() {
    var fields = purchaseWith("encoding", "GBK");
    var sent = secured(fields, SECURE_KEY);
    assertGenuine(reader(secure()).read(request(sent), NOW));
    assertThat(new String(body(sent), StandardCharsets.US_ASCII)).contains("%B3%C9%B9%A6");
  }

  private Verdict read(Map<String, String> fields) {
    return reader.read(request(fields), NOW);
  }

  private static Map<String, String> decoded(byte[] body) {
    var fields = new TreeMap<String, String>();
    for (var pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
      int equals = pair.indexOf('=');
      Charset utf8 = StandardCharsets.UTF_8;
      var value = equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), utf8);
      if (!value.isEmpty()) {
        fields.put(URLDecoder.decode(pair.substring(0, equals), utf8), value);
      }
    }
    return fields;
  }

  private static void assertGenuine(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
  }
}

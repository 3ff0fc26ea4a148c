package io.payrelay.ingress.alipay;

import static io.payrelay.ingress.alipay.AlipaySender.NOW;
import static io.payrelay.ingress.alipay.AlipaySender.OPTIONS;
import static io.payrelay.ingress.alipay.AlipaySender.PLATFORM;
import static io.payrelay.ingress.alipay.AlipaySender.STRANGER;
import static io.payrelay.ingress.alipay.AlipaySender.body;
import static io.payrelay.ingress.alipay.AlipaySender.complaint;
import static io.payrelay.ingress.alipay.AlipaySender.form;
import static io.payrelay.ingress.alipay.AlipaySender.key;
import static io.payrelay.ingress.alipay.AlipaySender.notice;
import static io.payrelay.ingress.alipay.AlipaySender.paid;
import static io.payrelay.ingress.alipay.AlipaySender.reader;
import static io.payrelay.ingress.alipay.AlipaySender.refusal;
import static io.payrelay.ingress.alipay.AlipaySender.request;
import static io.payrelay.ingress.alipay.AlipaySender.sign;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The traps of Alipay's form and signature, each by its name. */
class AlipayTrapsTest {

  private static final String BODY = text(body(paid()));

  private final CallbackReader reader = reader();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a+b",
        "a b",
        " leading and trailing ",
        "100%2B",
        "%",
        "%41",
        "a=b",
        "a&b",
        "&amp;",
        "<b>",
        "\"'",
        "大乐透2.1",
        "😀",
        "line\r\nbreak\t",
        "\u0000",
        "\ufffd",
        "null"
      })
  void whatever_a_subject_holds_is_decoded_once_and_verifies(String subject) {
    assertGenuine(read(body(paid("subject", subject))));
  }

  @Test
  void a_second_decode_would_break_the_subject() {
    var body = text(body(paid("subject", "1+1")));
    assertThat(body).contains("subject=1%2B1");

    assertThat(refusal(read(body.replace("subject=1%2B1", "subject=1+1"))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void a_plus_in_the_signature_has_to_be_escaped() {
    var body = withPlusInSign();

    assertGenuine(read(body));
    assertThat(refusal(read(body.replaceAll("(sign=[^&]*?)%2B", "$1+"))))
        .isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GBK", "gbk", "GB2312", "GB18030", "UTF-8", "utf-8"})
  void a_notice_is_decoded_and_verified_in_the_charset_that_it_names(String charset) {
    var body =
        body(paid("charset", charset, "subject", " 订单 + 一 "), Charset.forName(charset), PLATFORM);

    assertThat(notice(read(body)).kind()).isEqualTo(NoticeKind.PAID);
  }

  @Test
  void without_a_charset_it_is_utf_8() {
    var notice = paid();
    notice.remove("charset");
    assertGenuine(read(body(notice)));
    assertGenuine(read(body(paid("charset", ""))));
  }

  @Test
  void gbk_that_is_said_to_be_utf_8_does_not_verify() {
    var body = body(paid("subject", "订单"), Charset.forName("GBK"), PLATFORM);
    assertThat(complaint(read(body))).isEqualTo("the form is not in its charset");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-8859-1", "UTF-16", "UTF-7", "x", "utf8", " utf-8", "BIG5", "訂"})
  void any_other_charset_is_refused(String charset) {
    assertThat(complaint(read(body(paid("charset", charset))))).startsWith("charset must be ");
  }

  @Test
  void unknown_parameters_are_signed_and_empty_ones_are_not() {
    var body = text(body(paid("new_in_2030", "1", "also_new", "")));

    assertGenuine(read(body));
    assertGenuine(read(body + "&another="));
    assertGenuine(read(body.replace("&also_new=", "")));
    assertThat(refusal(read(body.replace("&new_in_2030=1", ""))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(read(body + "&another=1"))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void trailing_spaces_are_signed() {
    var body = text(body(paid("body", "x ")));
    assertGenuine(read(body));
    assertThat(refusal(read(body.replace("body=x+", "body=x")))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void the_order_of_the_parameters_and_the_spelling_of_escapes_do_not_matter() {
    var parts = BODY.split("&", -1);
    var turned = String.join("&", List.of(parts).reversed());
    assertGenuine(read(turned));
    assertGenuine(read(BODY.replace("%3D", "%3d").replace("ORDER1", "%4fRDER1")));
    assertGenuine(read("&" + BODY + "&&"));
  }

  @ParameterizedTest
  @CsvSource({
    "sign=SIGN,sign_type=RSA,SIGNATURE_MALFORMED",
    "sign=SIGN,sign_type=rsa2,SIGNATURE_MALFORMED",
    "sign=SIGN,sign_type=RSA2+,SIGNATURE_MALFORMED",
    "sign=SIGN,sign_type=MD5,SIGNATURE_MALFORMED",
    "sign=SIGN,sign_type=,SIGNATURE_MALFORMED",
    "sign=SIGN,x=,SIGNATURE_MALFORMED",
    "x=,sign_type=RSA2,SIGNATURE_MISSING",
    "sign=,sign_type=RSA2,SIGNATURE_MISSING",
    "sign,sign_type=RSA2,SIGNATURE_MISSING",
    "SIGN=SIGN,sign_type=RSA2,SIGNATURE_MISSING",
    "sign=%25%25%25,sign_type=RSA2,SIGNATURE_MALFORMED",
    "sign=SIGN%0A,sign_type=RSA2,SIGNATURE_MALFORMED",
    "sign=+SIGN,sign_type=RSA2,SIGNATURE_MALFORMED",
    "sign=AAAA,sign_type=RSA2,SIGNATURE_WRONG",
    "sign=SIGN&sign=SIGN,sign_type=RSA2,BODY_MALFORMED",
    "sign=SIGN&sign=,sign_type=RSA2,BODY_MALFORMED",
    "sign=SIGN,sign_type=RSA2&sign_type=RSA2,BODY_MALFORMED",
    "sign=SIGN,sign_type=RSA2&app_id=1,BODY_MALFORMED",
    "sign=SIGN,sign_type=RSA2&charset=utf-8,BODY_MALFORMED",
    "sign=SIGN,sign_type=RSA2&x=%zz,BODY_MALFORMED"
  })
  void a_missing_empty_repeated_or_damaged_signature_is_one_typed_refusal(
      String sign, String type, Refusal why) {
    var right = sign(paid(), StandardCharsets.UTF_8, PLATFORM);
    var body =
        text(form(paid(), StandardCharsets.UTF_8))
            + "&"
            + sign.replace("=SIGN", "=" + escaped(right)).replace("=+SIGN", "=+" + escaped(right))
            + "&"
            + type;
    assertThat(refusal(read(body))).isEqualTo(why);
  }

  @Test
  void an_oversized_signature_is_refused_before_it_is_decoded() {
    var body = text(form(paid(), StandardCharsets.UTF_8)) + "&sign_type=RSA2&sign=";
    assertThat(refusal(read(body + "A".repeat(40_000)))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
    assertThat(refusal(read(body + "A".repeat(1024)))).isEqualTo(Refusal.SIGNATURE_WRONG);
    assertThat(refusal(read(body + "A".repeat(1028)))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHA1withRSA", "MD5withRSA", "SHA512withRSA"})
  void there_is_no_downgrade_to_another_algorithm(String algorithm) {
    var notice = new LinkedHashMap<>(paid());
    notice.put(
        "sign",
        sign(algorithm, AlipaySender.content(notice).getBytes(StandardCharsets.UTF_8), PLATFORM));
    for (var type : List.of("RSA2", "RSA")) {
      notice.put("sign_type", type);
      assertThat(read(form(notice, StandardCharsets.UTF_8))).isInstanceOf(Verdict.Refused.class);
    }
  }

  @Test
  void the_merchants_own_key_signs_no_notice() {
    assertThat(refusal(read(body(paid(), StandardCharsets.UTF_8, STRANGER))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void an_old_notice_is_believed_since_its_repeats_go_on_for_25_hours() {
    var request = request(BODY);
    assertGenuine(reader.read(request, NOW.plus(Duration.ofHours(25))));
    assertGenuine(reader.read(request, NOW.plus(Duration.ofDays(700))));
  }

  @Test
  void the_current_and_the_previous_key_verify_side_by_side() {
    var both = reader(OPTIONS, key("old", PLATFORM), key("new", STRANGER));
    for (var pair : List.of(PLATFORM, STRANGER)) {
      assertGenuine(both.read(request(body(paid(), StandardCharsets.UTF_8, pair)), NOW));
    }
  }

  @Test
  void a_key_outside_its_validity_verifies_nothing() {
    var base64 = AlipaySender.base64(PLATFORM);
    var expired = new KeySettings("old", base64, null, NOW);
    var early = new KeySettings("next", base64, NOW.plusSeconds(1), null);
    for (var closed : List.of(expired, early)) {
      assertThat(refusal(reader(OPTIONS, closed).read(request(BODY), NOW)))
          .isEqualTo(Refusal.KEY_UNKNOWN);
      assertThat(refusal(reader(OPTIONS, closed, key("other", STRANGER)).read(request(BODY), NOW)))
          .isEqualTo(Refusal.SIGNATURE_WRONG);
    }
    assertGenuine(reader(OPTIONS, expired).read(request(BODY), NOW.minusSeconds(1)));
    assertGenuine(reader(OPTIONS, early).read(request(BODY), NOW.plusSeconds(1)));
  }

  /**
   * The signed string escapes nothing. Here the merchant puts a buyer's text into the subject, and
   * somebody takes the notice apart elsewhere: 0.01 paid becomes 599.00, and the signature is
   * right.
   */
  @Test
  void borders_that_moved_inside_the_signed_string_are_refused() {
    var genuine =
        paid("subject", "x&total_amount=599.00&trade_no=1&trade_status=TRADE_SUCCESS&z=1");
    genuine.put("total_amount", "0.01");
    var moved = new LinkedHashMap<>(genuine);
    moved.put("subject", "x");
    moved.put("total_amount", "599.00");
    moved.put("trade_no", "1");
    moved.put("trade_status", "TRADE_SUCCESS");
    moved.put(
        "z",
        "1&total_amount=0.01&trade_no=%s&trade_status=TRADE_SUCCESS&version=1.0"
            .formatted(genuine.get("trade_no")));
    moved.remove("version");
    assertThat(AlipaySender.content(moved)).isEqualTo(AlipaySender.content(genuine));

    for (var either : List.of(genuine, moved)) {
      assertThat(complaint(read(body(either)))).contains(" appears inside another parameter");
    }
  }

  @Test
  void a_parameter_that_only_looks_like_one_of_ours_is_refused() {
    assertThat(complaint(read(body(paid("subject", "x&refund_fee=1.00")))))
        .startsWith("refund_fee appears inside another parameter");
    assertGenuine(read(body(paid("subject", "refund_fee=1.00&x_total_amount=1&total=3"))));
  }

  @Test
  void a_name_with_an_equals_sign_moves_no_border_either() {
    var notice = paid();
    notice.remove("total_amount");
    notice.put("total_amount=599.00&trade_a", "1");
    assertThat(complaint(read(body(notice))))
        .startsWith("total_amount appears inside another parameter");
  }

  @Test
  void nothing_of_an_unverified_form_is_judged() {
    assertThat(
            refusal(read(body(paid("total_amount", "nonsense"), StandardCharsets.UTF_8, STRANGER))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&", "=", "%", "+", "{}", "<xml/>", "sign=&sign_type=RSA2"})
  void what_is_no_notice_at_all_is_refused(String body) {
    assertThat(read(body)).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void headers_and_their_charset_change_nothing() {
    var headers = Map.of("content-type", List.of("application/x-www-form-urlencoded;charset=GBK"));
    assertGenuine(
        reader.read(new CallbackRequest(headers, BODY.getBytes(StandardCharsets.US_ASCII)), NOW));
  }

  /** PKCS #1 signatures repeat, so another notice is needed until one has a plus. */
  private static String withPlusInSign() {
    for (int i = 0; ; i++) {
      var body = text(body(paid("notify_id", "n" + i)));
      if (body.matches(".*&sign=[^&]*%2B.*")) {
        return body;
      }
    }
  }

  private Verdict read(String body) {
    return reader.read(request(body), NOW);
  }

  private Verdict read(byte[] body) {
    return reader.read(request(body), NOW);
  }

  private static String escaped(String base64) {
    return base64.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D");
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.US_ASCII);
  }

  private static void assertGenuine(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
  }
}

package io.payrelay.ingress.alipay;

import static java.util.stream.Collectors.joining;

import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.form.MalformedFormException;
import io.payrelay.ingress.form.RawForm;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** One notice's parameters, decoded once from the raw body in the charset that it names. */
final class AlipayMessage {

  // Those of Alipay's documents. Any other would let a sender choose how bytes become text.
  private static final Map<String, Charset> CHARSETS =
      Map.of(
          "", StandardCharsets.UTF_8,
          "utf-8", StandardCharsets.UTF_8,
          "gbk", Charset.forName("GBK"),
          "gb2312", Charset.forName("GB2312"),
          "gb18030", Charset.forName("GB18030"));

  private static final String SIGN = "sign";
  private static final String SIGN_TYPE = "sign_type";

  /** What the signature can't cover. */
  private static final Set<String> UNSIGNED = Set.of(SIGN, SIGN_TYPE);

  private final SortedMap<String, String> parameters;
  private final String signed;
  private final Charset charset;

  private AlipayMessage(SortedMap<String, String> parameters, Charset charset) {
    this.parameters = parameters;
    this.charset = charset;
    this.signed =
        parameters.entrySet().stream()
            .filter(one -> !UNSIGNED.contains(one.getKey()))
            .filter(one -> !one.getKey().isEmpty() && !one.getValue().isEmpty())
            .map(one -> one.getKey() + "=" + one.getValue())
            .collect(joining("&"));
  }

  /**
   * Decodes a body.
   *
   * @throws BadFieldException if it is no form, or in no charset of Alipay's
   */
  static AlipayMessage of(byte[] body) {
    try {
      var form = RawForm.split(body);
      var name = form.ascii(AlipayField.CHARSET.parameter(), "").toLowerCase(Locale.ROOT);
      var charset = CHARSETS.get(name);
      if (charset == null) {
        throw new BadFieldException("charset must be UTF-8, GBK, GB2312 or GB18030");
      }
      return new AlipayMessage(form.decode(charset), charset);
    } catch (MalformedFormException e) {
      throw new BadFieldException(String.valueOf(e.getMessage()));
    }
  }

  /** Empty where there is none. */
  String sign() {
    return parameters.getOrDefault(SIGN, "");
  }

  /** Empty where there is none. */
  String signType() {
    return parameters.getOrDefault(SIGN_TYPE, "");
  }

  /** A parameter; empty where there is none, since an empty one is not signed either. */
  String get(AlipayField field) {
    return parameters.getOrDefault(field.parameter(), "");
  }

  boolean has(AlipayField field) {
    return !get(field).isEmpty();
  }

  /** What Alipay signed: the parameters that are not empty, sorted. */
  byte[] signed() {
    return signed.getBytes(charset);
  }

  /**
   * Refuses a message that could be taken apart in another way. The signed string does not escape
   * {@code &} and {@code =}: whoever may write into one value, such as the subject, could move the
   * borders, and the signature would still be right.
   *
   * @throws BadFieldException if the signed string has room for a second meaning of a field
   */
  void checkHasOneMeaning() {
    for (var field : AlipayField.values()) {
      var start = "&" + field.parameter() + "=";
      int first = ("&" + signed).indexOf(start);
      boolean once = first >= 0 && ("&" + signed).indexOf(start, first + 1) < 0;
      Fields.check(
          has(field) ? once : first < 0,
          field.parameter()
              + " appears inside another parameter: the signature does not tell them"
              + " apart");
    }
  }

  /** Never what it says: this is what a log would show. */
  @Override
  public String toString() {
    return "AlipayMessage[" + charset + ", " + parameters.size() + " parameters]";
  }
}

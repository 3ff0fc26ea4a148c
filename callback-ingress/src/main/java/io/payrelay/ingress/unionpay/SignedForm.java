package io.payrelay.ingress.unionpay;

import static io.payrelay.ingress.field.Fields.check;
import static java.util.stream.Collectors.joining;

import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.form.MalformedFormException;
import io.payrelay.ingress.form.RawForm;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A notice's parameters, of which the empty ones count for nothing. Values are never trimmed: the
 * line breaks of the certificate are signed, too.
 */
record SignedForm(SortedMap<String, String> fields, Charset charset) {

  private static final Charset GBK = Charset.forName("GBK");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  /** Every parameter that decides anything here. */
  private static final Set<String> DECIDING =
      Set.of(
          "version",
          "encoding",
          "signMethod",
          "signPubKeyCert",
          "merId",
          "orderId",
          "origOrderId",
          "queryId",
          "origQryId",
          "txnType",
          "txnTime",
          "txnAmt",
          "currencyCode",
          "respCode");

  private static final Pattern PARAMETER_INSIDE =
      Pattern.compile("&(?:" + String.join("|", DECIDING) + ")=");

  SignedForm {
    fields = Collections.unmodifiableSortedMap(fields);
  }

  /**
   * Decodes a body once, in the charset that it names.
   *
   * @throws BadFieldException if it is no form, or one that can be read in two ways
   */
  static SignedForm of(byte[] body) {
    try {
      var raw = RawForm.split(body);
      var charset = charset(raw.ascii("encoding", ""));
      var fields = raw.decode(charset);
      fields.values().removeIf(String::isEmpty);
      fields.forEach(SignedForm::checkUnambiguous);
      return new SignedForm(fields, charset);
    } catch (MalformedFormException e) {
      throw new BadFieldException(String.valueOf(e.getMessage()));
    }
  }

  private static Charset charset(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "", "UTF-8" -> StandardCharsets.UTF_8;
      case "GBK" -> GBK;
      default -> throw new BadFieldException("encoding must be UTF-8 or GBK");
    };
  }

  /**
   * Nothing in the signed text tells where a value ends: {@code a=1&respCode=00} is signed alike
   * whether it is two parameters or one. So a value must not hide one that decides, nor one that
   * decides hide others, lest a genuine text be sent again with its parameters cut elsewhere.
   */
  private static void checkUnambiguous(String name, String value) {
    check(NAME.matcher(name).matches(), "a parameter's name must be a plain word");
    check(
        !PARAMETER_INSIDE.matcher(value).find()
            && (!DECIDING.contains(name) || value.indexOf('&') < 0),
        "a parameter's value holds another parameter");
  }

  /** A parameter's value, or null where it is missing or empty. */
  @Nullable String get(String name) {
    return fields.get(name);
  }

  /** What is signed. */
  String text() {
    return fields.entrySet().stream()
        .filter(field -> !field.getKey().equals("signature"))
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(joining("&"));
  }

  /** Its digest, which is what the certificate's owner signs. */
  byte[] digest() {
    return Sha256.hex(text().getBytes(charset)).getBytes(StandardCharsets.US_ASCII);
  }

  /** Never the values: this is what a log would show. */
  @Override
  public String toString() {
    return "SignedForm" + fields.keySet();
  }
}

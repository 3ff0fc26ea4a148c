package io.payrelay.ingress.form;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A form whose escapes are undone but whose charset is still open, since a field of the form itself
 * may name it. Nothing is decoded twice.
 */
public final class RawForm {

  private record Field(byte[] name, byte[] value) {}

  private static final int HEX = 16;

  private final List<Field> fields;

  private RawForm(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  /** Splits the body into fields and undoes their escapes. */
  public static RawForm split(byte[] body) throws MalformedFormException {
    var fields = new ArrayList<Field>();
    int start = 0;
    while (start <= body.length) {
      int end = indexOf(body, '&', start, body.length);
      if (end > start) {
        int equals = indexOf(body, '=', start, end);
        fields.add(
            new Field(
                unescape(body, start, equals), unescape(body, Math.min(equals + 1, end), end)));
      }
      start = end + 1;
    }
    return new RawForm(fields);
  }

  /** The fields as text, by name; values keep every space and line break. */
  public SortedMap<String, String> decode(Charset charset) throws MalformedFormException {
    var decoded = new TreeMap<String, String>();
    for (var field : fields) {
      if (decoded.put(text(field.name(), charset), text(field.value(), charset)) != null) {
        throw new MalformedFormException("the form repeats a field");
      }
    }
    return decoded;
  }

  /** A field whose value is the same in every charset, or the fallback where there is none. */
  public String ascii(String name, String fallback) {
    var wanted = name.getBytes(StandardCharsets.US_ASCII);
    for (var field : fields) {
      if (Arrays.equals(field.name(), wanted)) {
        return new String(field.value(), StandardCharsets.ISO_8859_1);
      }
    }
    return fallback;
  }

  private static int indexOf(byte[] body, char wanted, int from, int to) {
    int at = from;
    while (at < to && body[at] != wanted) {
      at++;
    }
    return at;
  }

  private static byte[] unescape(byte[] body, int from, int to) throws MalformedFormException {
    var plain = new ByteArrayOutputStream(to - from);
    for (int at = from; at < to; at++) {
      switch (body[at]) {
        case '+' -> plain.write(' ');
        case '%' -> {
          int high = at + 2 < to ? Character.digit(body[at + 1], HEX) : -1;
          int low = at + 2 < to ? Character.digit(body[at + 2], HEX) : -1;
          if (high < 0 || low < 0) {
            throw new MalformedFormException("the form has a broken percent escape");
          }
          plain.write(high * HEX + low);
          at += 2;
        }
        default -> plain.write(body[at]);
      }
    }
    return plain.toByteArray();
  }

  private static String text(byte[] bytes, Charset charset) throws MalformedFormException {
    try {
      return charset
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new MalformedFormException("the form is not in its charset");
    }
  }
}

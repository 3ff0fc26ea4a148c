package io.payrelay.ingress.field;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON that leaves nothing open: no field twice, nothing after the end, no number for a text. */
public final class StrictJson {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private StrictJson() {}

  /**
   * The object that these bytes are.
   *
   * @throws BadFieldException if they are none
   */
  public static JsonNode object(byte[] body) {
    @Nullable JsonNode root;
    try {
      root = JSON.readTree(body);
    } catch (JacksonException e) {
      throw new BadFieldException("the body is not valid JSON, or repeats a field");
    }
    Fields.check(root != null && root.isObject(), "the body is not a JSON object");
    return root;
  }

  /**
   * A text that has to be there.
   *
   * @throws BadFieldException if it is missing or no text
   */
  public static String text(JsonNode node, String field) {
    var value = optionalText(node, field);
    if (value == null) {
      throw new BadFieldException(field + " is missing");
    }
    return value;
  }

  /**
   * A text, or null where there is none.
   *
   * @throws BadFieldException if it is something else
   */
  public static @Nullable String optionalText(JsonNode node, String field) {
    var value = node.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    Fields.check(value.isString(), field + " must be a string");
    return value.stringValue();
  }

  /**
   * A whole number that has to be there.
   *
   * @throws BadFieldException if it is missing, no whole number, or more than a long holds
   */
  public static long integer(JsonNode node, String field) {
    var value = node.path(field);
    Fields.check(
        value.isIntegralNumber() && value.canConvertToLong(), field + " must be an integer");
    return value.longValue();
  }
}

package io.payrelay.notify.http;

import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What counts as a merchant's yes. */
public enum AckRule {
  /** A 2xx whose body is {@code SUCCESS} (trimmed, any case) or {@code {"code":"SUCCESS"}}. */
  BODY_SUCCESS {
    @Override
    boolean accepts(String body) {
      var text = body.strip();
      return isSuccess(text) || (text.startsWith("{") && isSuccess(codeOf(text)));
    }
  },
  /** Any 2xx. */
  STATUS_2XX {
    @Override
    boolean accepts(String body) {
      return true;
    }
  };

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Judges the body of a 2xx answer. */
  abstract boolean accepts(String body);

  private static boolean isSuccess(String text) {
    return text.toUpperCase(Locale.ROOT).equals("SUCCESS");
  }

  private static String codeOf(String json) {
    try {
      return JSON.readTree(json).path("code").asString("");
    } catch (JacksonException e) {
      return "";
    }
  }
}

package io.payrelay.sandbox.merchant;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** An answer of the sink. */
record Reply(int status, String contentType, byte[] body) {

  /** The connection is closed without a word. */
  static final Reply NONE = new Reply(0, "", new byte[0]);

  static Reply text(int status, String text) {
    return new Reply(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  static Reply json(Object value) {
    return new Reply(200, "application/json", JsonMapper.shared().writeValueAsBytes(value));
  }
}

package io.payrelay.sandbox.stack;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** An HTTP answer, whatever its status. */
public record Answer(int status, byte[] body) {

  public boolean isOk() {
    return status >= 200 && status < 300;
  }

  /** Worth another try with the same request. */
  boolean isTemporary() {
    return status >= 500;
  }

  /** The body as JSON; a missing node if it is none. */
  public JsonNode json() {
    try {
      return JsonMapper.shared().readTree(body);
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Status and, of a problem, its code and detail: what a person needs to read. */
  public String summary() {
    var problem = json();
    var detail = problem.path("detail").asString("");
    var code = problem.path("code").asString("");
    return detail.isEmpty() ? (status + " " + text()).strip() : status + " " + code + ": " + detail;
  }
}

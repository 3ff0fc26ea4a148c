package io.payrelay.sandbox.stack;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The operator's side of ops-console. */
public final class OperatorApi {

  private final JsonApi api;

  public OperatorApi(Http http, SandboxFile stack) {
    this.api = new JsonApi(http, stack.opsConsoleUrl(), JsonApi.bearer(stack.operator().token()));
  }

  /** Dead letters about one order, newest first. */
  public JsonNode deadLettersOf(String orderNo) throws InterruptedException {
    return api.must(api.get("/api/dead-letters?orderNo=" + orderNo), "listing dead letters")
        .path("items");
  }

  /** One dead letter in full. */
  public JsonNode deadLetter(String id) throws InterruptedException {
    return api.must(api.get("/api/dead-letters/" + id), "showing dead letter " + id);
  }

  /** Sends a dead letter on its way again. */
  public JsonNode replay(String id, String reason) throws InterruptedException {
    return api.must(
        api.post("/api/dead-letters/" + id + "/replay", Map.of("reason", reason)),
        "replaying dead letter " + id);
  }
}

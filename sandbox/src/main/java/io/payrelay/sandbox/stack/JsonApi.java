package io.payrelay.sandbox.stack;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON calls to one service. All calls we make are safe to repeat, and are, for a while. */
final class JsonApi {

  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Http http;
  private final URI base;
  private final Map<String, String> headers;

  JsonApi(Http http, URI base, Map<String, String> headers) {
    this.http = http;
    this.base = base;
    this.headers = Map.copyOf(headers);
  }

  static Map<String, String> bearer(String token) {
    return Map.of("Authorization", "Bearer " + token);
  }

  Answer get(String path) throws InterruptedException {
    return call("GET", path, new byte[0]);
  }

  Answer post(String path, Map<String, ?> body) throws InterruptedException {
    return call("POST", path, JsonMapper.shared().writeValueAsBytes(body));
  }

  /** A call whose answer must be 2xx. */
  JsonNode must(Answer answer, String what) {
    if (!answer.isOk()) {
      throw new RefusedException(what + " failed: " + answer.summary());
    }
    return answer.json();
  }

  private Answer call(String method, String path, byte[] body) throws InterruptedException {
    var all = new HashMap<>(headers);
    if (body.length > 0) {
      all.put("Content-Type", "application/json");
    }
    var uri = URI.create(base + path);
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      boolean last = System.nanoTime() > giveUp;
      try {
        var answer = http.send(method, uri, all, body, TIMEOUT);
        if (last || !answer.isTemporary()) {
          return answer;
        }
      } catch (IOException e) {
        if (last) {
          throw new RefusedException(method + " " + uri + " can't be reached: " + e, e);
        }
      }
      Thread.sleep(PAUSE);
    }
  }
}

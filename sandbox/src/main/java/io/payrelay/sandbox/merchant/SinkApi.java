package io.payrelay.sandbox.merchant;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.RefusedException;
import io.payrelay.sandbox.stack.SandboxFile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Asks a running sink, and tells it how to behave. */
public final class SinkApi {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Http http;
  private final URI sink;

  public SinkApi(Http http, SandboxFile stack) {
    this.http = http;
    this.sink = stack.sandboxUrl();
  }

  /** Where the next receipt will be. */
  public long end() throws InterruptedException {
    return read("/receipts?merchant=-").next();
  }

  /** Receipts of all merchants after a place. */
  public List<Receipt> after(long sequence) throws InterruptedException {
    return read("/receipts?after=" + sequence).receipts();
  }

  /** Receipts about one order. */
  public List<Receipt> of(String orderNo) throws InterruptedException {
    return read("/receipts?orderNo=" + orderNo).receipts();
  }

  /** From now on the merchant accepts. */
  public void recover(String merchant) throws InterruptedException {
    control(merchant, "{\"mode\":\"ok\"}");
  }

  /** From now on the merchant answers with this status. */
  public void fail(String merchant, int status) throws InterruptedException {
    control(merchant, "{\"mode\":\"fail\",\"status\":" + status + "}");
  }

  /** From now on the merchant does not answer. */
  public void hang(String merchant) throws InterruptedException {
    control(merchant, "{\"mode\":\"hang\"}");
  }

  private void control(String merchant, String body) throws InterruptedException {
    send("POST", "/control/" + merchant, body);
  }

  private SinkRoutes.Receipts read(String path) throws InterruptedException {
    return JsonMapper.shared().readValue(send("GET", path, "").body(), SinkRoutes.Receipts.class);
  }

  private Answer send(String method, String path, String body) throws InterruptedException {
    var uri = URI.create(sink + path);
    try {
      var answer = http.send(method, uri, Map.of(), body.getBytes(StandardCharsets.UTF_8), TIMEOUT);
      if (answer.isOk()) {
        return answer;
      }
      throw new RefusedException(method + " " + uri + ": " + answer.summary());
    } catch (IOException e) {
      throw new RefusedException("the merchant sink (%s) can't be reached: %s".formatted(uri, e));
    }
  }
}

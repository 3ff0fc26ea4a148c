package io.payrelay.sandbox.merchant;

import com.sun.net.httpserver.HttpExchange;
import io.payrelay.common.signing.StandardWebhooks;
import io.payrelay.common.signing.StandardWebhooks.Verification;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Takes notifications: verifies, writes down, and answers as the merchant's mood is. */
final class NotifyHandler {

  private static final long LONGEST_HANG_SECONDS = 120;

  private final SinkMerchants merchants;
  private final ReceiptBook book;
  private final Clock clock;

  NotifyHandler(SinkMerchants merchants, ReceiptBook book, Clock clock) {
    this.merchants = merchants;
    this.book = book;
    this.clock = clock;
  }

  /** Answers {@code POST /notify/{merchant}}. */
  Reply handle(String merchant, HttpExchange exchange) throws IOException, InterruptedException {
    var body = exchange.getRequestBody().readAllBytes();
    var secret = merchants.secret(merchant);
    if (secret.isEmpty()) {
      return Reply.text(404, "no such merchant");
    }
    var headers = exchange.getRequestHeaders();
    var id = headers.getFirst(StandardWebhooks.ID);
    var signature =
        StandardWebhooks.verify(
            id,
            headers.getFirst(StandardWebhooks.TIMESTAMP),
            headers.getFirst(StandardWebhooks.SIGNATURE),
            body,
            List.of(secret.get()),
            clock.instant());
    var reply = reply(merchants.mood(merchant), signature);
    var message = read(body);
    book.add(
        sequence ->
            new Receipt(
                sequence,
                merchant,
                id == null ? "" : id,
                signature,
                message.path("type").asString(""),
                message.path("data").path("orderNo").asString(""),
                message.path("data").path("amount").asLong(-1),
                reply.status(),
                clock.instant()));
    return reply;
  }

  private static Reply reply(Mood mood, Verification signature) throws InterruptedException {
    return switch (mood.mode()) {
      case OK ->
          signature == Verification.VALID
              ? Reply.text(200, "SUCCESS")
              : Reply.text(401, "signature: " + signature);
      case FAIL -> Reply.text(mood.status(), "the sandbox was told to fail");
      case HANG -> {
        hang(mood);
        yield Reply.NONE;
      }
    };
  }

  private static void hang(Mood mood) throws InterruptedException {
    try {
      mood.over().get(LONGEST_HANG_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // long enough: the caller has given up by now
    }
  }

  private static JsonNode read(byte[] body) {
    try {
      return JsonMapper.shared().readTree(body);
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }
}

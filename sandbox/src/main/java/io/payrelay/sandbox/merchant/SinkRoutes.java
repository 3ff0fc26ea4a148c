package io.payrelay.sandbox.merchant;

import com.sun.net.httpserver.HttpExchange;
import io.payrelay.sandbox.stack.UsageException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which request goes where. */
final class SinkRoutes {

  private final SinkMerchants merchants;
  private final ReceiptBook book;
  private final NotifyHandler notify;

  SinkRoutes(SinkMerchants merchants, ReceiptBook book, Clock clock) {
    this.merchants = merchants;
    this.book = book;
    this.notify = new NotifyHandler(merchants, book, clock);
  }

  /** What {@code GET /receipts} answers; {@code next} is the place to ask on from. */
  record Receipts(List<Receipt> receipts, long next) {}

  Reply route(HttpExchange exchange) throws IOException, InterruptedException {
    var path = exchange.getRequestURI().getPath().split("/", -1);
    var name = path.length == 3 ? path[2] : "";
    var what =
        exchange.getRequestMethod()
            + " "
            + String.join("/", path.length > 1 ? path[1] : "", name.isEmpty() ? "" : "*");
    return switch (what) {
      case "POST notify/*" -> notify.handle(name, exchange);
      case "POST control/*" -> control(name, exchange);
      case "GET receipts/" -> receipts(query(exchange));
      case "GET health/" -> Reply.json(Map.of("status", "UP"));
      default -> Reply.text(404, "nothing here: " + what + "\n");
    };
  }

  private Reply control(String merchant, HttpExchange exchange) throws IOException {
    if (merchants.secret(merchant).isEmpty()) {
      return Reply.text(404, "no such merchant\n");
    }
    var mood = mood(exchange.getRequestBody().readAllBytes());
    merchants.change(merchant, mood);
    return Reply.json(Map.of("merchant", merchant, "mode", mood.mode(), "status", mood.status()));
  }

  private static Mood mood(byte[] body) {
    JsonNode wish;
    try {
      wish = JsonMapper.shared().readTree(body);
    } catch (JacksonException e) {
      throw new UsageException("the body is no JSON: {\"mode\":\"ok|fail|hang\",\"status\":500}");
    }
    var mode = wish.path("mode").asString("");
    int status = wish.path("status").asInt(500);
    if (status < 200 || status > 599) {
      throw new UsageException("status is 200 to 599, not " + status);
    }
    return switch (mode) {
      case "ok" -> Mood.of(Mood.Mode.OK, 200);
      case "fail" -> Mood.of(Mood.Mode.FAIL, status);
      case "hang" -> Mood.of(Mood.Mode.HANG, 0);
      default ->
          throw new UsageException(
              "mode is ok, fail or hang, not '" + mode.toLowerCase(Locale.ROOT) + "'");
    };
  }

  private Reply receipts(Map<String, String> query) {
    var merchant = query.get("merchant");
    var orderNo = query.get("orderNo");
    long next = book.size();
    var found =
        book.after(
            number(query.get("after")),
            receipt ->
                receipt.sequence() <= next
                    && (merchant == null || merchant.equals(receipt.merchant()))
                    && (orderNo == null || orderNo.equals(receipt.orderNo())));
    return Reply.json(new Receipts(found, next));
  }

  private static long number(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    if (!text.matches("[0-9]{1,15}")) {
      throw new UsageException("after is a number of receipts, not '" + text + "'");
    }
    return Long.parseLong(text);
  }

  private static Map<String, String> query(HttpExchange exchange) {
    var query = new HashMap<String, String>();
    var raw = exchange.getRequestURI().getRawQuery();
    for (var pair : raw == null ? new String[0] : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        query.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return query;
  }
}

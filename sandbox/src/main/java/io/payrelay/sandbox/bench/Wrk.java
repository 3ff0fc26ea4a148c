package io.payrelay.sandbox.bench;

import io.payrelay.sandbox.channel.SignedCallback;
import io.payrelay.sandbox.stack.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The known HTTP load generator, with one of our requests: what our HTTP limit is held against. */
record Wrk(URI url, int callers) {

  private static final Pattern RESULT = Pattern.compile("Requests/sec:\\s*([0-9.]+)");

  double perSecond(SignedCallback callback, Duration time) throws IOException {
    var script = Files.createTempFile("payrelay-wrk-", ".lua");
    try {
      Files.writeString(script, script(callback));
      return run(script, time);
    } finally {
      Files.delete(script);
    }
  }

  private double run(Path script, Duration time) throws IOException {
    var command =
        List.of(
            "wrk",
            "--threads",
            "1",
            "--connections",
            String.valueOf(callers),
            "--duration",
            time.toSeconds() + "s",
            "--script",
            script.toString(),
            url.toString());
    try (var wrk = Child.start(command, Map.of())) {
      double found = Double.parseDouble(wrk.await(RESULT));
      if (wrk.said("Non-2xx")) {
        throw new RefusedException("wrk was refused by " + url);
      }
      return found;
    }
  }

  static String script(SignedCallback callback) {
    var lua = new StringBuilder("wrk.method = \"POST\"\n");
    callback
        .headers()
        .forEach(
            (name, value) ->
                lua.append("wrk.headers[%s] = %s%n".formatted(quoted(name), quoted(value))));
    return lua.append("wrk.body = ").append(quoted(callback.body())).append('\n').toString();
  }

  private static String quoted(String text) {
    return quoted(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Every byte as Lua's decimal escape: nothing has to be told apart. */
  private static String quoted(byte[] bytes) {
    var text = new StringBuilder("\"");
    for (byte b : bytes) {
      text.append("\\%03d".formatted(b & 0xff));
    }
    return text.append('"').toString();
  }
}

package io.payrelay.common.trace;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A W3C {@code traceparent}: which trace a piece of work belongs to. Source: W3C Trace Context,
 * version 00.
 */
public record TraceParent(String traceId, String spanId) {

  /** The header's name, on HTTP and on the broker. */
  public static final String HEADER = "traceparent";

  /** The key under which the trace id stands in structured logs. */
  public static final String LOG_KEY = "traceId";

  private static final Pattern FORM =
      Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}");

  /** Continues the caller's trace with a span of its own, or begins a trace if there is none. */
  public static TraceParent continueOrBegin(@Nullable String header) {
    if (header != null && header.length() == 55) {
      var matcher = FORM.matcher(header);
      if (matcher.matches() && !matcher.group(1).equals("0".repeat(32))) {
        return new TraceParent(matcher.group(1), randomHex(8));
      }
    }
    return new TraceParent(randomHex(16), randomHex(8));
  }

  /** The header's value. */
  public String header() {
    return "00-" + traceId + "-" + spanId + "-01";
  }

  private static String randomHex(int bytes) {
    var random = new byte[bytes];
    ThreadLocalRandom.current().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}

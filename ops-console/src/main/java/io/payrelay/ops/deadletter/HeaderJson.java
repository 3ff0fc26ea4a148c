package io.payrelay.ops.deadletter;

import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Message headers as JSON, and back for a replay. What JSON does not have keeps its kind under a
 * key of its own: {@code {"$bytes": "<base64>"}}, {@code {"$time": "<ISO 8601>"}}.
 */
final class HeaderJson {

  private static final String BYTES = "$bytes";
  private static final String TIME = "$time";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<Map<String, Object>> HEADERS = new TypeReference<>() {};

  private HeaderJson() {}

  static String write(Map<String, ?> headers) {
    return JSON.writeValueAsString(plain(headers));
  }

  static Map<String, Object> read(String json) {
    var headers = new LinkedHashMap<String, Object>();
    JSON.readValue(json, HEADERS)
        .forEach(
            (name, value) -> {
              var typed = typed(value);
              if (typed != null) {
                headers.put(name, typed);
              }
            });
    return headers;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Boolean b -> b;
      case Double d when !Double.isFinite(d) -> d.toString();
      case Float f when !Float.isFinite(f) -> f.toString();
      case Number n -> n;
      case byte[] bytes -> Map.of(BYTES, Base64.getEncoder().encodeToString(bytes));
      case List<?> list -> list.stream().map(HeaderJson::plain).toList();
      case Map<?, ?> map -> {
        var plain = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((name, inner) -> plain.put(String.valueOf(name), plain(inner)));
        yield plain;
      }
      default -> {
        var time = AmqpTime.read(value);
        yield time == null
            ? value.toString() // text, and the client's long strings
            : Map.of(TIME, time.toString());
      }
    };
  }

  private static @Nullable Object typed(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map when map.size() == 1 && map.get(BYTES) instanceof String base64 ->
          Base64.getDecoder().decode(base64);
      case Map<?, ?> map when map.size() == 1 && map.get(TIME) instanceof String time ->
          AmqpTime.write(Instant.parse(time));
      case Map<?, ?> map -> {
        var typed = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((name, inner) -> typed.put(String.valueOf(name), typed(inner)));
        yield typed;
      }
      case List<?> list -> list.stream().map(HeaderJson::typed).toList();
      case null, default -> value;
    };
  }
}

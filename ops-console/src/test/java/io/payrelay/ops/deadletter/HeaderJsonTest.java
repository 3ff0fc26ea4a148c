package io.payrelay.ops.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.impl.LongStringHelper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeaderJsonTest {

  @Test
  void headers_come_back_as_they_went_in() {
    var headers = new HashMap<String, Object>();
    headers.put("text", "a\u0000\"b");
    headers.put("number", 7);
    headers.put("long", 1L << 40);
    headers.put("flag", true);
    headers.put("time", Date.from(Instant.parse("2026-03-01T12:00:00Z")));
    headers.put("list", List.of(1, "two", Map.of("deep", true)));

    assertThat(HeaderJson.read(HeaderJson.write(headers))).isEqualTo(headers);
  }

  @Test
  void bytes_keep_their_kind() {
    byte[] bytes = {0, -1, 7};

    assertThat(HeaderJson.read(HeaderJson.write(Map.of("bytes", bytes))))
        .extractingByKey("bytes")
        .isEqualTo(bytes);
  }

  @Test
  void long_strings_of_the_client_become_text_and_infinity_does_not_break_the_json() {
    var text = LongStringHelper.asLongString("x".repeat(5_000).getBytes(StandardCharsets.UTF_8));

    var read = HeaderJson.read(HeaderJson.write(Map.of("long", text, "double", Double.NaN)));

    assertThat(read).containsEntry("long", "x".repeat(5_000)).containsEntry("double", "NaN");
  }
}

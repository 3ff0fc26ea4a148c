package io.payrelay.sandbox.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {

  private static final String ANSWER =
      "HTTP/1.1 200 \r\nContent-Type: text/plain\r\ncontent-length: 7\r\n\r\nSUCCESS";

  private final AnswerReader reader = new AnswerReader();

  private boolean add(String text) throws ProtocolException {
    return reader.add(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void an_answer_is_complete_with_its_last_byte_however_it_arrives() throws Exception {
    for (int i = 0; i < ANSWER.length() - 1; i++) {
      assertThat(add(ANSWER.substring(i, i + 1))).isFalse();
    }

    assertThat(add("S")).isTrue();
    assertThat(reader.status()).isEqualTo(200);
    assertThat(reader.body()).asString().isEqualTo("SUCCESS");
    assertThat(reader.closes()).isFalse();
  }

  @Test
  void the_next_answer_is_read_anew() throws Exception {
    add(ANSWER);
    reader.reset();

    assertThat(add("HTTP/1.1 503 X\r\nContent-Length: 2\r\nConnection: close\r\n\r\nNO")).isTrue();
    assertThat(reader.status()).isEqualTo(503);
    assertThat(reader.bodyEquals("NO".getBytes(StandardCharsets.US_ASCII))).isTrue();
    assertThat(reader.bodyEquals("NOT".getBytes(StandardCharsets.US_ASCII))).isFalse();
    assertThat(reader.closes()).isTrue();
  }

  @Test
  void no_content_needs_no_length() throws Exception {
    assertThat(add("HTTP/1.1 204 \r\nDate: now\r\n\r\n")).isTrue();
    assertThat(reader.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 \r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 abc \r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 200 \r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 \r\nContent-Length: 1\r\n\r\nab",
      })
  void what_it_does_not_understand_is_refused(String answer) {
    assertThatThrownBy(() -> add(answer)).isInstanceOf(ProtocolException.class);
  }
}

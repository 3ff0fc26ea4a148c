package io.payrelay.common.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  @Test
  void a_trace_is_continued_with_a_span_of_its_own() {
    var next = TraceParent.continueOrBegin("00-" + TRACE + "-00f067aa0ba902b7-01");

    assertThat(next.traceId()).isEqualTo(TRACE);
    assertThat(next.spanId()).matches("[0-9a-f]{16}").isNotEqualTo("00f067aa0ba902b7");
    assertThat(next.header()).matches("00-" + TRACE + "-[0-9a-f]{16}-01");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736\n-0f067aa0ba902b7-01"
      })
  void a_header_that_is_none_begins_a_trace(String header) {
    assertThat(TraceParent.continueOrBegin(header).traceId())
        .matches("[0-9a-f]{32}")
        .isNotEqualTo(TRACE);
  }
}

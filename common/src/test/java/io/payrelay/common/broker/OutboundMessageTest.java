package io.payrelay.common.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboundMessageTest {

  /** A longer one can't be written to the broker at all, however often it is tried. */
  @Test
  void an_id_that_no_message_can_carry_becomes_its_digest_always_the_same() {
    var id = withId("\uFFFD".repeat(86)).messageId();

    assertThat(id).hasSizeLessThan(100).startsWith("sha256:");
    assertThat(withId("\uFFFD".repeat(86)).messageId()).isEqualTo(id);
    assertThat(withId("\uFFFD".repeat(87)).messageId()).isNotEqualTo(id);
  }

  @Test
  void an_id_that_fits_stays_as_it_is() {
    assertThat(withId("x".repeat(255)).messageId()).isEqualTo("x".repeat(255));
  }

  private static OutboundMessage withId(String id) {
    return new OutboundMessage("", "queue", id, Map.of(), new byte[0]);
  }
}

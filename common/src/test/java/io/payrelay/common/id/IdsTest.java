package io.payrelay.common.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class IdsTest {

  @Test
  void an_order_number_fits_every_channel() {
    assertThat(new Ids(Clock.systemUTC()).orderNo()).matches("[0-9A-Z]{20,32}");
  }

  @Test
  void order_numbers_sort_by_time() {
    var earlier = at("2026-03-01T08:00:00Z").orderNo();
    var later = at("2026-03-01T08:00:00.001Z").orderNo();

    assertThat(earlier).isLessThan(later);
  }

  @Test
  void a_hundred_thousand_ids_of_one_millisecond_differ() {
    var ids = at("2026-03-01T08:00:00Z");
    var seen = new HashSet<String>();
    for (int i = 0; i < 100_000; i++) {
      assertThat(seen.add(ids.eventId())).isTrue();
    }
  }

  private static Ids at(String instant) {
    return new Ids(Clock.fixed(Instant.parse(instant), ZoneOffset.UTC));
  }
}

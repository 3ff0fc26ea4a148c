package io.payrelay.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class SettableClockTest {

  @Test
  void it_moves_only_when_told_in_every_zone() {
    var clock = new SettableClock(Instant.EPOCH);
    var elsewhere = clock.withZone(ZoneId.of("Asia/Shanghai"));
    clock.advance(Duration.ofHours(1));
    assertThat(elsewhere.instant()).isEqualTo(Instant.EPOCH.plusSeconds(3600));
    clock.set(Instant.EPOCH);
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
  }
}

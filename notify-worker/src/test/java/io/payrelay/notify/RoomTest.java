package io.payrelay.notify;

import io.payrelay.testkit.RoomRules;
import org.junit.jupiter.api.Test;

class RoomTest {

  @Test
  void this_room_keeps_the_rules() {
    RoomRules.check("io.payrelay.notify");
  }
}

package io.payrelay.ingress;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.payrelay.testkit.RoomRules;
import org.junit.jupiter.api.Test;

class RoomTest {

  private static final String ROOM = "io.payrelay.ingress";

  @Test
  void the_room_keeps_the_rules_of_all_rooms() {
    RoomRules.check(ROOM);
  }

  @Test
  void a_channel_is_known_to_nobody_but_itself() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOM + ".hmac..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOM + ".hmac..")
        .check(RoomRules.mainClassesOf(ROOM));
  }
}

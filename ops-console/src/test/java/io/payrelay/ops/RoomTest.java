package io.payrelay.ops;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameEndingWith;

import io.payrelay.testkit.RoomRules;
import org.junit.jupiter.api.Test;

class RoomTest {

  private static final String ROOM = "io.payrelay.ops";

  @Test
  void this_room_keeps_the_rules_of_the_house() {
    var classes = RoomRules.mainClassesOf(ROOM);

    RoomRules.knowsOnly(ROOM).check(classes);
    RoomRules.packagesAreNullMarked().check(classes);
    RoomRules.nothingIsInjectedIntoFields().check(classes);
    // The broker's client speaks java.util.Date; one class translates.
    RoomRules.timeComesFromAClock().check(classes.that(not(nameEndingWith("AmqpTime"))));
  }
}

package io.payrelay.sandbox;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.payrelay.testkit.RoomRules;
import org.junit.jupiter.api.Test;

class RoomTest {

  @Test
  void keeps_the_rules_of_all_rooms() {
    RoomRules.check("io.payrelay.sandbox");
  }

  @Test
  void lives_outside_and_so_knows_neither_spring_nor_the_broker() {
    noClasses()
        .that()
        // It measures what the services are made of: the same server, the same queue, without them.
        .resideOutsideOfPackage("io.payrelay.sandbox.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.springframework..", "com.rabbitmq..", "io.lettuce..")
        .check(RoomRules.mainClassesOf("io.payrelay.sandbox"));
  }
}

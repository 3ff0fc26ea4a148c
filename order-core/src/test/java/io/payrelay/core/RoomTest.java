package io.payrelay.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.payrelay.testkit.RoomRules;
import org.junit.jupiter.api.Test;

class RoomTest {

  private static final JavaClasses CORE = RoomRules.mainClassesOf("io.payrelay.core");

  @Test
  void the_room_keeps_the_rules_of_all_rooms() {
    RoomRules.check("io.payrelay.core");
  }

  @Test
  void settling_knows_nothing_of_the_web() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.payrelay.core.settlement..",
            "io.payrelay.core.ledger..",
            "io.payrelay.core.outbox..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework.web..",
            "jakarta.servlet..",
            "org.springframework.security..",
            "io.payrelay.core.web..",
            "io.payrelay.core.security..")
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void nobody_is_asked_over_http_inside_a_transaction() {
    noClasses()
        .that()
        .haveSimpleName("OrderBook")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.payrelay.core.endpoint..", "io.payrelay.common.redis..")
        .check(CORE);
  }

  @Test
  void the_onboarding_command_starts_without_spring() {
    classes()
        .that()
        .resideInAPackage("io.payrelay.core.onboard")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackages(
            "org.springframework..", "jakarta..", "org.hibernate..", "io.payrelay.core.web..")
        .check(CORE);
  }
}

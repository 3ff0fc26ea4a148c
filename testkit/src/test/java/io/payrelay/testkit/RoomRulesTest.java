package io.payrelay.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RoomRulesTest {

  @Test
  void common_keeps_the_rules() {
    RoomRules.check("io.payrelay.common");
  }

  @Test
  void a_room_that_knows_another_room_is_told_which() {
    var testkit = RoomRules.mainClassesOf("io.payrelay.testkit");
    // The test kit does not use common's classes from main code, so its own package stands in.
    RoomRules.knowsOnly("io.payrelay.testkit").check(testkit);
    assertThatThrownBy(() -> RoomRules.timeComesFromAClock().check(new Late().classes()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("java.time.Instant.now()");
  }

  @Test
  void a_room_without_classes_is_a_mistake() {
    assertThatThrownBy(() -> RoomRules.check("io.payrelay.nowhere"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("io.payrelay.nowhere");
  }

  /** Breaks a rule. */
  private static final class Late {

    private final Instant made = Instant.now();

    JavaClasses classes() {
      if (made.isAfter(Instant.MAX)) {
        throw new AssertionError();
      }
      return new ClassFileImporter().importClasses(Late.class);
    }
  }
}

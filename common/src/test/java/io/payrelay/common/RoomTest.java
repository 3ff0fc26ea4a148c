package io.payrelay.common;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

/** The shared room knows nothing of the rooms that share it, and keeps its own packages apart. */
@AnalyzeClasses(
    packages = "io.payrelay.common",
    importOptions = ImportOption.DoNotIncludeTests.class)
class RoomTest {

  @ArchTest
  static final ArchRule knows_no_other_room =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.payrelay.ingress..",
              "io.payrelay.core..",
              "io.payrelay.notify..",
              "io.payrelay.ops..",
              "io.payrelay.sandbox..",
              "io.payrelay.testkit..");

  @ArchTest
  static final ArchRule packages_form_no_cycle =
      slices().matching("io.payrelay.common.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule time_comes_from_a_clock =
      noClasses()
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Clock.class, "systemUTC");
}

package io.payrelay.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules that every room keeps, see {@code docs/architecture.md}. Each room's tests check them.
 */
public final class RoomRules {

  private static final String OURS = "io.payrelay";
  private static final String COMMON = OURS + ".common";
  private static final String NULL_MARKED = "org.jspecify.annotations.NullMarked";

  private RoomRules() {}

  /**
   * Checks all rules on a room's main classes.
   *
   * @param room its base package, like {@code io.payrelay.notify}
   * @param alsoAllowed base packages it may know besides its own and {@code io.payrelay.common}
   */
  public static void check(String room, String... alsoAllowed) {
    var classes = mainClassesOf(room);
    if (classes.isEmpty()) {
      throw new AssertionError("there are no classes in " + room);
    }
    knowsOnly(room, alsoAllowed).check(classes);
    packagesAreNullMarked().check(classes);
    timeComesFromAClock().check(classes);
    nothingIsInjectedIntoFields().check(classes);
  }

  /** A room's classes without its tests. */
  public static JavaClasses mainClassesOf(String room) {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages(room);
  }

  /** Rooms meet in {@code common} and at their HTTP and broker boundaries, nowhere else. */
  public static ArchRule knowsOnly(String room, String... alsoAllowed) {
    var allowed =
        Stream.concat(Stream.of(room, COMMON), Stream.of(alsoAllowed)).distinct().toList();
    return noClasses()
        .that()
        .resideInAPackage(room + "..")
        .should()
        .dependOnClassesThat(
            describe(
                "are in another room than " + allowed,
                other -> isIn(other, List.of(OURS)) && !isIn(other, allowed)))
        .allowEmptyShould(true);
  }

  private static boolean isIn(JavaClass type, List<String> bases) {
    var name = type.getPackageName() + ".";
    return bases.stream().anyMatch(base -> name.startsWith(base + "."));
  }

  /** Nothing is null unless it says so. */
  public static ArchRule packagesAreNullMarked() {
    return classes()
        .should(
            new ArchCondition<>("be in a package with a @NullMarked package-info") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                var holds = type.getPackage().isAnnotatedWith(NULL_MARKED);
                events.add(
                    new SimpleConditionEvent(
                        type,
                        holds,
                        type.getName()
                            + ": its package has %s package-info.java with @NullMarked"
                                .formatted(holds ? "a" : "no")));
              }
            });
  }

  /** Tests move time by hand, so main code asks a {@code Clock} for it. */
  public static ArchRule timeComesFromAClock() {
    return noClasses()
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDate.class, "now")
        .orShould()
        .callMethod(LocalDateTime.class, "now")
        .orShould()
        .callMethod(OffsetDateTime.class, "now")
        .orShould()
        .callMethod(ZonedDateTime.class, "now")
        .orShould()
        .callConstructor(Date.class);
  }

  /** What a class needs stands in its constructor. */
  public static ArchRule nothingIsInjectedIntoFields() {
    return noFields()
        .should()
        .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
        .orShould()
        .beAnnotatedWith("org.springframework.beans.factory.annotation.Value")
        .orShould()
        .beAnnotatedWith("jakarta.inject.Inject")
        .orShould()
        .beAnnotatedWith("jakarta.annotation.Resource")
        .allowEmptyShould(true);
  }
}

package io.payrelay.ingress;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.testkit.RoomRules;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RoomTest {

  private static final String ROOM = "io.payrelay.ingress";

  @Test
  void the_room_keeps_the_rules_of_all_rooms() {
    RoomRules.check(ROOM);
  }

  @Test
  void a_channel_is_known_to_nobody_but_itself() {
    var classes = RoomRules.mainClassesOf(ROOM);
    var channels = channelPackages(classes);
    assertThat(channels).contains(ROOM + ".hmac", ROOM + ".stripe");
    for (var channel : channels) {
      noClasses()
          .that()
          .resideOutsideOfPackage(channel + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(channel + "..")
          .check(classes);
    }
  }

  private static Set<String> channelPackages(JavaClasses classes) {
    return classes.stream()
        .filter(type -> !type.isInterface() && type.isAssignableTo(Channel.class))
        .map(JavaClass::getPackageName)
        .collect(Collectors.toSet());
  }
}

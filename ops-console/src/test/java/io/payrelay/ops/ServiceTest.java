package io.payrelay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

class ServiceTest extends OnRealServers {

  @Autowired MeterRegistry meters;
  @Autowired ApplicationContext context;

  private double gauge(String name, String... tags) {
    return meters.get(name).tags(tags).gauge().value();
  }

  @Test
  void held_letters_are_counted_by_cause() {
    var id = heldNotification();
    var held =
        jdbc.sql(
            "select count(*) from dead_letter where state = 'HELD' and cause = 'PLAN_EXHAUSTED'");
    double before = held.query(Integer.class).single();
    await()
        .until(
            () -> gauge("payrelay.deadletters.held", "cause", "PLAN_EXHAUSTED"),
            value -> value == before);

    post("/api/dead-letters/" + id + "/discard", Map.of("reason", "a test order"));

    await()
        .until(
            () -> gauge("payrelay.deadletters.held", "cause", "PLAN_EXHAUSTED"),
            value -> value == before - 1);
    assertThat(gauge("payrelay.deadletters.held", "cause", "ENDPOINT_HELD")).isZero();
  }

  @Test
  void a_message_that_finds_no_queue_raises_the_gauge_and_stays_where_it_is() {
    await().until(() -> gauge("payrelay.unroutable"), value -> value == 0);

    publish(new OutboundMessage(Names.DEAD, "no-such-origin", "lost", Map.of(), new byte[] {1}));

    await().until(() -> gauge("payrelay.unroutable"), value -> value == 1);
    assertThat(depth(Names.UNROUTABLE)).isEqualTo(1);
  }

  @Test
  void redis_is_never_asked() {
    assertThat(context.getBeanNamesForType(RedisConnectionFactory.class)).isEmpty();
    assertThat(actuator("/actuator/health").body().path("components").has("redis")).isFalse();
  }

  @Test
  void health_tells_the_broker_as_a_detail_and_readiness_asks_the_database() {
    await().until(() -> actuator("/actuator/health").status() == 200);
    assertThat(actuator("/actuator/health").body().path("components").has("publisher")).isTrue();
    assertThat(actuator("/actuator/health/readiness").body().path("components").propertyNames())
        .containsExactlyInAnyOrder("readinessState", "db");
  }
}

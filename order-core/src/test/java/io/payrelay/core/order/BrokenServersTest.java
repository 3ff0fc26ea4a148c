package io.payrelay.core.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BrokenServersTest {

  private final RunningCore core = RunningCore.get();
  private final Api management = new Api(core.managementUrl(), "");

  @AfterEach
  void heal() {
    core.redisProxy().heal();
    core.postgresProxy().heal();
    await().atMost(Duration.ofSeconds(20)).until(() -> readiness().status() == 200);
  }

  @Test
  void without_redis_orders_are_created_and_the_service_stays_ready() {
    var merchant = core.newMerchant();
    double before = skipped();
    core.redisProxy().cut();

    for (int i = 0; i < 5; i++) {
      merchant.order("A-" + i);
    }

    assertThat(skipped()).isGreaterThanOrEqualTo(before + 5);
    readiness().expect(200);
    assertThat(management.get("/actuator/health").body()).contains("away: slower");
  }

  @Test
  void without_the_database_requests_are_refused_as_repeatable_and_readiness_goes_down() {
    var merchant = core.newMerchant();
    core.postgresProxy().cut();

    var refused =
        merchant
            .api()
            .post("/v1/orders", Map.of("merchantOrderNo", "A-1", "amount", 1, "currency", "CNY"))
            .problem(503, "unavailable");

    assertThat(refused.raw().headers().firstValue("Retry-After")).isPresent();
    readiness().expect(503);
    management.get("/actuator/health/liveness").expect(200);
    core.postgresProxy().heal();
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> merchant.pay(merchant.order("A-2")).expect(200));
  }

  private Api.Answer readiness() {
    return management.get("/actuator/health/readiness");
  }

  private double skipped() {
    return management
        .get("/actuator/metrics/payrelay.redis.skipped")
        .expect(200)
        .json()
        .path("measurements")
        .path(0)
        .path("value")
        .asDouble();
  }
}

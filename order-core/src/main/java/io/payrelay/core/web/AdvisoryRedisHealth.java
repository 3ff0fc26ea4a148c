package io.payrelay.core.web;

import io.payrelay.common.redis.AdvisoryRedis;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Tells whether Redis is there. Always up: without Redis we are slower, not wrong. */
@Component("advisoryRedisHealthIndicator")
class AdvisoryRedisHealth implements HealthIndicator {

  private final AdvisoryRedis redis;

  AdvisoryRedisHealth(AdvisoryRedis redis) {
    this.redis = redis;
  }

  @Override
  public Health health() {
    return Health.up().withDetail("redis", redis.isUp() ? "there" : "away: slower").build();
  }
}

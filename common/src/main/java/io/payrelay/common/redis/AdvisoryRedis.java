package io.payrelay.common.redis;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Redis behind a breaker: a dead Redis costs a short timeout a few times, then nothing per message
 * until it is probed again. Nothing may depend on an answer. Thread-safe.
 */
public final class AdvisoryRedis {

  private static final Logger log = LoggerFactory.getLogger(AdvisoryRedis.class);
  private static final Duration OPEN_FOR = Duration.ofSeconds(1);

  private final StringRedisTemplate redis;
  private final CircuitBreaker breaker;
  private final Counter skipped;

  public AdvisoryRedis(StringRedisTemplate redis, MeterRegistry meters) {
    this.redis = redis;
    this.breaker =
        CircuitBreaker.of(
            "redis",
            CircuitBreakerConfig.custom()
                .slidingWindowSize(10)
                .minimumNumberOfCalls(3)
                .waitDurationInOpenState(OPEN_FOR)
                .permittedNumberOfCallsInHalfOpenState(1)
                .build());
    this.skipped = meters.counter("payrelay.redis.skipped");
    breaker
        .getEventPublisher()
        .onStateTransition(event -> log.warn("redis.breaker {}", event.getStateTransition()));
  }

  /** The answer, or empty if Redis is away or gave none. Never throws because of Redis. */
  public <T> Optional<T> ask(Function<StringRedisTemplate, T> question) {
    try {
      return Optional.ofNullable(breaker.executeSupplier(() -> question.apply(redis)));
    } catch (CallNotPermittedException | DataAccessException e) {
      skipped.increment();
      return Optional.empty();
    }
  }

  /** Whether Redis is taken to be there. */
  public boolean isUp() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }
}

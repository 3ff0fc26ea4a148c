package io.payrelay.sandbox.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.sandbox.stack.RefusedException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CrewTest {

  @Test
  void does_every_job_once_with_no_more_workers_than_asked() throws Exception {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var done = ConcurrentHashMap.<Integer>newKeySet();

    Crew.work(
        4,
        100,
        i -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          assertThat(done.add(i)).isTrue();
          Thread.sleep(1);
          running.decrementAndGet();
        });

    assertThat(done).hasSize(100);
    assertThat(most.get()).isLessThanOrEqualTo(4);
  }

  @Test
  void a_rate_is_kept_however_long_each_job_takes() throws Exception {
    Set<Integer> done = ConcurrentHashMap.newKeySet();
    long start = System.nanoTime();

    Crew.atRate(
        100,
        50,
        i -> {
          Thread.sleep(300);
          done.add(i);
        });

    assertThat(done).hasSize(50);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(780), Duration.ofSeconds(3));
  }

  @Test
  void a_job_that_fails_ends_the_whole_with_its_own_words() {
    assertThatThrownBy(
            () ->
                Crew.work(
                    2,
                    1_000_000,
                    i -> {
                      if (i == 10) {
                        throw new RefusedException("no more");
                      }
                      Thread.sleep(1);
                    }))
        .isInstanceOf(RefusedException.class)
        .hasMessage("no more");
  }
}

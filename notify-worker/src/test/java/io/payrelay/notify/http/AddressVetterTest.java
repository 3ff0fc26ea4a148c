package io.payrelay.notify.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.payrelay.common.net.AddressGuard;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AddressVetterTest {

  private static final int MORE_THAN_THERE_ARE_THREADS = 200;

  @Test
  void a_merchant_whose_name_server_is_silent_costs_one_thread_and_the_others_nothing()
      throws Exception {
    var silence = new CountDownLatch(1);
    var asked = new AtomicInteger();
    NameResolver resolver =
        host -> {
          if (host.equals("silent.example")) {
            asked.incrementAndGet();
            awaitQuietly(silence);
          }
          return new InetAddress[] {InetAddress.ofLiteral("8.8.8.8")};
        };
    try (var vetter = new AddressVetter(resolver, new AddressGuard(List.of()))) {
      var callers = Executors.newVirtualThreadPerTaskExecutor();
      for (int i = 0; i < MORE_THAN_THERE_ARE_THREADS; i++) {
        var _ = callers.submit(() -> vetter.vet("silent.example", Duration.ofSeconds(30)));
      }
      await().until(() -> asked.get() > 0);

      assertThat(vetter.vet("healthy.example", Duration.ofSeconds(5)))
          .isInstanceOf(Vetting.Permitted.class);
      assertThat(asked.get()).isEqualTo(1);
    } finally {
      silence.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

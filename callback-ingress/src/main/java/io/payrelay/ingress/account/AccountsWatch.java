package io.payrelay.ingress.account;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks at the accounts' files again and again, on a thread of its own. */
final class AccountsWatch implements AutoCloseable {

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("accounts-watch").factory());

  AccountsWatch(AccountsReload reload, Duration every) {
    var _ =
        thread.scheduleWithFixedDelay(
            reload::poll, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

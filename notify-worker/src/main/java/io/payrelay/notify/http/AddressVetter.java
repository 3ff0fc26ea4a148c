package io.payrelay.notify.http;

import io.payrelay.common.net.AddressGuard;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Resolves a host within a bound and judges every address it has. Literals are judged alike. */
@Component
public final class AddressVetter implements AutoCloseable {

  private final NameResolver resolver;
  private final AddressGuard guard;
  private final ConcurrentHashMap<String, CompletableFuture<InetAddress[]>> underWay =
      new ConcurrentHashMap<>();

  // The system's resolver blocks its thread and can't be interrupted: it would pin a virtual
  // thread's carrier. Platform threads wait instead, and a stuck one is left behind.
  private final ExecutorService lookUps =
      Executors.newFixedThreadPool(64, Thread.ofPlatform().daemon().name("dns-", 0).factory());

  AddressVetter(NameResolver resolver, AddressGuard guard) {
    this.resolver = resolver;
    this.guard = guard;
  }

  /** Judges a host as a URL holds it: a name, an IPv4 literal, or an IPv6 literal in brackets. */
  public Vetting vet(String host, Duration patience) throws InterruptedException {
    var bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    var lookUp = lookUp(bare);
    try {
      return judge(lookUp.get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return new Vetting.NotFound("no answer from the resolver for " + host, true);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownHostException) {
        return new Vetting.NotFound("unknown host " + host, false);
      }
      throw new IllegalStateException("the resolver failed on " + host, e.getCause());
    }
  }

  /**
   * One look-up per host at a time, shared by all who wait for it: a host whose name server is
   * silent occupies one thread, not everybody's.
   */
  private CompletableFuture<InetAddress[]> lookUp(String host) {
    var mine = new CompletableFuture<InetAddress[]>();
    var running = underWay.putIfAbsent(host, mine);
    if (running != null) {
      return running;
    }
    lookUps.execute(
        () -> {
          try {
            mine.complete(resolver.lookUp(host));
          } catch (UnknownHostException | RuntimeException e) {
            mine.completeExceptionally(e);
          } finally {
            underWay.remove(host);
          }
        });
    return mine;
  }

  private Vetting judge(InetAddress[] addresses) {
    var verdicts =
        Arrays.stream(addresses)
            .filter(Objects::nonNull)
            .collect(Collectors.partitioningBy(guard::permits));
    var permitted = Objects.requireNonNull(verdicts.get(true));
    var refused = Objects.requireNonNull(verdicts.get(false));
    return permitted.isEmpty()
        ? new Vetting.Blocked(refused)
        : new Vetting.Permitted(permitted, refused);
  }

  @Override
  public void close() {
    lookUps.shutdownNow();
  }
}

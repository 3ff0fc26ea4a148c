package io.payrelay.notify.http;

import io.payrelay.common.net.AddressGuard;
import io.payrelay.notify.http.Stopwatch.Phase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to addresses that were vetted and nowhere else: it resolves no name, and judges
 * the address once more where the socket is opened. Measures connect and TLS.
 */
final class PinnedOperator extends DefaultHttpClientConnectionOperator {

  private final AddressGuard guard;

  PinnedOperator(AddressGuard guard, TlsSocketStrategy tls) {
    super(null, new NoNames(), name -> URIScheme.HTTPS.same(name) ? tls : null);
    this.guard = guard;
  }

  @Override
  public void connect(
      ManagedHttpClientConnection connection,
      HttpHost host,
      @Nullable NamedEndpoint name,
      @Nullable InetSocketAddress local,
      @Nullable Timeout timeout,
      SocketConfig socketConfig,
      @Nullable Object attachment,
      HttpContext context)
      throws IOException {
    var address = host.getAddress();
    if (address == null || !guard.permits(address)) {
      throw new BlockedAddressException(host.toHostString());
    }
    super.connect(connection, host, name, local, timeout, socketConfig, attachment, context);
  }

  @Override
  protected void onBeforeSocketConnect(HttpContext context, HttpHost host) {
    watch(context).begin(Phase.CONNECT);
  }

  @Override
  protected void onAfterSocketConnect(HttpContext context, HttpHost host) {
    watch(context).end(Phase.CONNECT);
  }

  @Override
  protected void onBeforeTlsHandshake(HttpContext context, HttpHost host) {
    watch(context).begin(Phase.TLS);
  }

  @Override
  protected void onAfterTlsHandshake(HttpContext context, HttpHost host) {
    watch(context).end(Phase.TLS);
  }

  private static Stopwatch watch(HttpContext context) {
    return context.getAttribute(Stopwatch.KEY) instanceof Stopwatch watch ? watch : new Stopwatch();
  }

  /** Names were resolved, vetted and pinned before: being asked for one is a bug. */
  private static final class NoNames implements DnsResolver {
    @Override
    public java.net.InetAddress[] resolve(String host) throws UnknownHostException {
      throw new UnknownHostException(host + " was not pinned to a vetted address");
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}

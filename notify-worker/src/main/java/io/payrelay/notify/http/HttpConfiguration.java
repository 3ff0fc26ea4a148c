package io.payrelay.notify.http;

import io.payrelay.common.net.AddressGuard;
import io.payrelay.notify.config.NotifySettings;
import java.net.InetAddress;
import java.time.Clock;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the client together. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

  private static final TimeValue IDLE = TimeValue.ofSeconds(5);

  @Bean
  AddressGuard addressGuard(NotifySettings settings) {
    return new AddressGuard(settings.networks());
  }

  @Bean
  NameResolver nameResolver() {
    return InetAddress::getAllByName;
  }

  @Bean
  MerchantClient merchantClient(
      NotifySettings settings, AddressGuard guard, AddressVetter vetter, Clock clock) {
    var tls = (TlsSocketStrategy) DefaultClientTlsStrategy.createDefault();
    return new MerchantClient(client(settings, guard, tls), vetter, settings.deadline(), clock);
  }

  static CloseableHttpClient client(
      NotifySettings settings, AddressGuard guard, TlsSocketStrategy tls) {
    var patience = Timeout.of(settings.deadline());
    var connections = new Connections(new PinnedOperator(guard, tls));
    connections.setMaxTotal(settings.maxInFlight());
    connections.setDefaultMaxPerRoute(settings.maxInFlight());
    connections.setDefaultConnectionConfig(
        ConnectionConfig.custom()
            .setConnectTimeout(patience)
            .setSocketTimeout(patience)
            // A kept connection that the merchant has closed must not cost an attempt.
            .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
            .setTimeToLive(TimeValue.ofMinutes(1))
            .build());
    connections.setDefaultTlsConfig(TlsConfig.custom().setHandshakeTimeout(patience).build());
    return HttpClientBuilder.create()
        .setConnectionManager(connections)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(patience)
                .setResponseTimeout(patience)
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .build())
        .setKeepAliveStrategy((_, _) -> IDLE)
        .evictIdleConnections(IDLE)
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .disableConnectionState()
        .setUserAgent("PayRelay/1")
        .build();
  }

  /** Connections by the pinned operator alone, with bounded heads of answers. */
  private static final class Connections extends PoolingHttpClientConnectionManager {
    Connections(PinnedOperator operator) {
      super(
          operator,
          PoolConcurrencyPolicy.LAX,
          PoolReusePolicy.LIFO,
          null,
          ManagedHttpClientConnectionFactory.builder()
              .http1Config(
                  Http1Config.custom().setMaxLineLength(8192).setMaxHeaderCount(100).build())
              .build());
    }
  }
}

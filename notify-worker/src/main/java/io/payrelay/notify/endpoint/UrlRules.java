package io.payrelay.notify.endpoint;

import io.payrelay.notify.config.NotifySettings;
import io.payrelay.notify.http.AddressVetter;
import io.payrelay.notify.http.Vetting;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Whether a URL may be saved as one that we will call. It is judged again at every connect. */
@Component
class UrlRules {

  private static final int LONGEST = 2_000;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final AddressVetter vetter;
  private final boolean httpsOnly;

  UrlRules(AddressVetter vetter, NotifySettings settings) {
    this.vetter = vetter;
    this.httpsOnly = settings.httpsOnly();
  }

  /** Why the URL is refused; empty if it may be saved. */
  Optional<String> refusal(String url) {
    if (url.length() > LONGEST) {
      return Optional.of("a URL has at most " + LONGEST + " characters");
    }
    URI uri;
    try {
      uri = new URI(url).parseServerAuthority();
    } catch (URISyntaxException e) {
      return Optional.of("this is no URL: " + e.getReason());
    }
    var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && (httpsOnly || !scheme.equals("http"))) {
      return Optional.of("a URL begins with https://" + (httpsOnly ? "" : " or http://"));
    }
    if (uri.getRawUserInfo() != null || String.valueOf(uri.getRawAuthority()).contains("@")) {
      return Optional.of("a URL carries no credentials: notifications are signed instead");
    }
    if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
      return Optional.of("a URL needs a host, and a port from 1 to 65535 if any");
    }
    if (uri.getRawFragment() != null) {
      return Optional.of("a URL to call has no #fragment");
    }
    return refusalOfHost(uri.getHost());
  }

  private Optional<String> refusalOfHost(String host) {
    try {
      return switch (vetter.vet(host, PATIENCE)) {
        case Vetting.NotFound(var why, _) -> Optional.of(why);
        case Vetting.Blocked _ -> forbidden(host);
        case Vetting.Permitted(_, var refused) ->
            refused.isEmpty() ? Optional.empty() : forbidden(host);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted while looking up " + host);
    }
  }

  private static Optional<String> forbidden(String host) {
    return Optional.of(
        host
            + " leads to an address that is not public; networks of your own are opened with"
            + " payrelay.notify.allowed-networks");
  }
}

package io.payrelay.core.endpoint;

import io.payrelay.common.config.Setting;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where notify-worker is and how long its answer is waited for. Bound from {@code
 * payrelay.notify-worker}.
 *
 * @param timeout for the whole answer; a merchant's request waits for it
 */
@ConfigurationProperties("payrelay.notify-worker")
record NotifyWorkerSettings(
    @DefaultValue("http://127.0.0.1:8082") URI url,
    @DefaultValue("1s") Duration connectTimeout,
    @DefaultValue("3s") Duration timeout) {

  NotifyWorkerSettings {
    Setting.check(
        url.getHost() != null
            && ("http".equals(url.getScheme()) || "https".equals(url.getScheme())),
        "payrelay.notify-worker.url",
        "(" + url + ") must be an http or https URL");
    Setting.within(
        connectTimeout,
        Duration.ofMillis(50),
        Duration.ofSeconds(10),
        "payrelay.notify-worker.connect-timeout");
    Setting.within(
        timeout, connectTimeout, Duration.ofSeconds(30), "payrelay.notify-worker.timeout");
  }
}

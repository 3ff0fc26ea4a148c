package io.payrelay.core;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.payrelay.common.security.ServiceTokens;
import io.payrelay.testkit.PostgresServer;
import io.payrelay.testkit.ScriptedReceiver;
import io.payrelay.testkit.Servers;
import io.payrelay.testkit.TcpProxy;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The whole service, started once per JVM over real servers; Redis and PostgreSQL stand behind
 * proxies that can break. What is outside of the service, notify-worker, is scripted.
 */
public final class RunningCore {

  public static final String SERVICE_KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

  private static final class Holder {
    static final RunningCore CORE = new RunningCore();
  }

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final ScriptedReceiver notifyWorker = new ScriptedReceiver();
  private final TcpProxy redis = new TcpProxy(Servers.redis().host(), Servers.redis().port());
  private final PostgresServer.Database database = Servers.postgres().newDatabase();
  private final TcpProxy postgres;
  private final ConfigurableApplicationContext context;

  private RunningCore() {
    var address = URI.create(database.url().substring("jdbc:".length()));
    postgres = new TcpProxy(address.getHost(), address.getPort());
    var settings = new HashMap<String, Object>();
    Servers.springProperties((name, value) -> settings.put(name, value.get()));
    settings.put("spring.data.redis.host", redis.host());
    settings.put("spring.data.redis.port", redis.port());
    settings.put(
        "spring.datasource.url",
        database
            .url()
            .replace(
                address.getHost() + ":" + address.getPort(),
                postgres.host() + ":" + postgres.port()));
    settings.put("server.port", 0);
    settings.put("management.server.port", 0);
    settings.put("payrelay.service-key", SERVICE_KEY);
    settings.put("payrelay.notify-worker.url", notifyWorker.url(""));
    settings.put("payrelay.notify-worker.timeout", "1s");
    context =
        new SpringApplication(OrderCore.class)
            .run(
                settings.entrySet().stream()
                    .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                    .toArray(String[]::new));
    log.start();
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(log);
  }

  public static RunningCore get() {
    return Holder.CORE;
  }

  public String url() {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }

  public String managementUrl() {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.management.port");
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** SQL around the service, and around its proxy. */
  public JdbcClient sql() {
    var source =
        new DriverManagerDataSource(database.url(), database.username(), database.password());
    source.setSchema("core");
    return JdbcClient.create(source);
  }

  public ScriptedReceiver notifyWorker() {
    return notifyWorker;
  }

  public TcpProxy redisProxy() {
    return redis;
  }

  public TcpProxy postgresProxy() {
    return postgres;
  }

  /** What was logged since the service is up. */
  public List<String> logged() {
    return List.copyOf(log.list).stream().map(RunningCore::text).toList();
  }

  private static String text(ILoggingEvent event) {
    return event.getMDCPropertyMap()
        + " "
        + event.getFormattedMessage()
        + (event.getThrowableProxy() == null ? "" : " " + event.getThrowableProxy().getMessage());
  }

  /** A client with a service token of {@code caller}. */
  public Api internal(String caller) {
    return new Api(
        url(), new ServiceTokens(SERVICE_KEY, Clock.systemUTC()).issue(caller, "order-core"));
  }

  /** A merchant's client. */
  public Api merchant(String apiKey) {
    return new Api(url(), apiKey);
  }

  /** A merchant with an account of its own. */
  public TestMerchant newMerchant() {
    var internal = internal("payrelay");
    var made = internal.post("/internal/merchants", Map.of("name", "Shop")).expect(201).json();
    var merchantNo = made.get("merchantNo").asString();
    var account = "acc-" + merchantNo.substring(merchantNo.length() - 12);
    internal
        .post(
            "/internal/channel-accounts",
            Map.of("channel", "hmac", "account", account, "merchantNo", merchantNo))
        .expect(201);
    var apiKey = made.get("apiKey").asString();
    return new TestMerchant(merchantNo, apiKey, account, merchant(apiKey));
  }
}

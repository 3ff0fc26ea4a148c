package io.payrelay.testkit;

import com.rabbitmq.client.ConnectionFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A real RabbitMQ. */
public final class RabbitServer extends RealServer {

  private final Address address;
  private final AtomicInteger virtualHosts = new AtomicInteger();

  RabbitServer(ServerSource source) {
    super(source);
    this.address = new Address(source.environment(), "SPRING_RABBITMQ_");
  }

  public String host() {
    return address.host();
  }

  public int port() {
    return address.port();
  }

  public String username() {
    return address.value("USERNAME");
  }

  public String password() {
    return address.value("PASSWORD");
  }

  /**
   * An empty virtual host. External servers can't be administrated: there, everybody gets the one
   * of {@code SPRING_RABBITMQ_VIRTUAL_HOST}.
   */
  public String newVirtualHost() {
    if (source() instanceof ExternalSource) {
      return source().environment().getOrDefault("SPRING_RABBITMQ_VIRTUAL_HOST", "/");
    }
    var name = "test-" + virtualHosts.incrementAndGet();
    ctl("add_vhost", name);
    ctl("set_permissions", "-p", name, username(), ".*", ".*", ".*");
    return name;
  }

  /** Connects to one virtual host; without automatic recovery, so that tests see faults at once. */
  public ConnectionFactory factory(String virtualHost) {
    var factory = new ConnectionFactory();
    factory.setHost(host());
    factory.setPort(port());
    factory.setUsername(username());
    factory.setPassword(password());
    factory.setVirtualHost(virtualHost);
    factory.setAutomaticRecoveryEnabled(false);
    return factory;
  }

  /** Runs {@code rabbitmqctl} and returns what it printed. */
  public String ctl(String... arguments) {
    return source().tool(arguments);
  }

  /** Raises or clears the memory alarm: with it, the broker takes no message from anybody. */
  public void memoryAlarm(boolean raised) {
    ctl("set_vm_memory_high_watermark", raised ? "0.0000001" : "0.6");
  }
}

package io.payrelay.sandbox.bench;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.Topology;
import io.payrelay.common.broker.TopologyCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** The queue that callbacks end in. Nobody consumes it while we measure. */
final class Broker implements AutoCloseable {

  private static final Duration REST = Duration.ofSeconds(4);

  private final Connection connection;
  private final Channel channel;

  private Broker(Connection connection, Channel channel) {
    this.connection = connection;
    this.channel = channel;
  }

  /** Makes the queues as every service does. */
  static Broker open(ConnectionFactory factory) throws IOException {
    try {
      var connection = factory.newConnection("bench");
      TopologyCheck.run(connection, Topology.standard(), TopologyCheck.Missing.CREATE);
      var channel = connection.createChannel();
      if (channel == null) {
        throw new IOException("the connection has no channel left");
      }
      return new Broker(connection, channel);
    } catch (TimeoutException e) {
      throw new IOException("the broker did not answer in time", e);
    }
  }

  void empty() throws IOException {
    channel.queuePurge(Names.CORE_CALLBACKS);
  }

  /**
   * Empties it and waits until the broker has put its files in order. Purging a long queue costs
   * the disk seconds that no callback is to be charged with.
   */
  void emptyAndRest() throws IOException {
    empty();
    LockSupport.parkNanos(REST.toNanos());
  }

  long messages() throws IOException {
    return channel.messageCount(Names.CORE_CALLBACKS);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}

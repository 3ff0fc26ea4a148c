package io.payrelay.common.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Makes sure that the broker has exactly the queues, exchanges and bindings of a topology. */
public final class TopologyCheck {

  private TopologyCheck() {}

  /** Whether missing parts are made, or refused because somebody else provisions the broker. */
  public enum Missing {
    CREATE,
    REFUSE
  }

  /**
   * Compares, and makes what is missing if that is wanted.
   *
   * @throws TopologyMismatchException with one line per difference
   * @throws IOException if the broker went away meanwhile
   */
  public static void run(Connection connection, Topology topology, Missing missing)
      throws IOException {
    var differences = new ArrayList<String>();
    for (var exchange : topology.exchanges()) {
      var what = "exchange " + exchange.name();
      if (missing == Missing.REFUSE) {
        var absent = attempt(connection, c -> c.exchangeDeclarePassive(exchange.name()));
        note(differences, what, absent);
        if (absent != null) {
          continue;
        }
      }
      note(
          differences,
          what,
          attempt(
              connection,
              c ->
                  c.exchangeDeclare(
                      exchange.name(), exchange.type(), true, false, exchange.arguments())));
    }
    for (var queue : topology.queues()) {
      var what = "queue " + queue.name();
      if (missing == Missing.REFUSE) {
        var absent = attempt(connection, c -> c.queueDeclarePassive(queue.name()));
        note(differences, what, absent);
        if (absent != null) {
          continue;
        }
      }
      note(
          differences,
          what,
          attempt(
              connection,
              c -> c.queueDeclare(queue.name(), true, false, false, queue.arguments())));
    }
    if (!differences.isEmpty()) {
      throw new TopologyMismatchException(differences);
    }
    for (var binding : topology.bindings()) {
      var refused =
          attempt(
              connection,
              c -> c.queueBind(binding.queue(), binding.exchange(), binding.routingKey()));
      note(differences, "binding " + binding, refused);
    }
    if (!differences.isEmpty()) {
      throw new TopologyMismatchException(differences);
    }
  }

  private static void note(List<String> differences, String what, @Nullable String refused) {
    if (refused != null) {
      differences.add(what + ": " + refused);
    }
  }

  private interface Declaration {
    Object on(Channel channel) throws IOException;
  }

  /** The broker's own words if it refuses; it closes the channel then, so each try has its own. */
  private static @Nullable String attempt(Connection connection, Declaration declaration)
      throws IOException {
    var channel = connection.createChannel();
    if (channel == null) {
      throw new IOException("the connection has no channel left");
    }
    try {
      declaration.on(channel);
      channel.close();
      return null;
    } catch (IOException e) {
      if (!channel.isOpen()
          && channel.getCloseReason().getReason() instanceof AMQP.Channel.Close close) {
        return close.getReplyText();
      }
      throw e;
    } catch (TimeoutException e) {
      throw new IOException("the broker did not answer in time", e);
    }
  }
}

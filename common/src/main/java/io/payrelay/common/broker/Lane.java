package io.payrelay.common.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.payrelay.common.broker.PublishOutcome.Reason;
import io.payrelay.common.broker.PublishOutcome.Refused;
import io.payrelay.common.broker.PublishOutcome.Stored;
import io.payrelay.common.broker.PublishOutcome.Unknown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One confirming channel, written to by one thread. */
final class Lane {

  private static final Logger log = LoggerFactory.getLogger(Lane.class);
  private static final int PERSISTENT = 2;

  private final Channel channel;
  private final BlockingQueue<Pending> queue;
  private final ConcurrentSkipListMap<Long, Pending> unconfirmed = new ConcurrentSkipListMap<>();
  private final Thread writer;
  private volatile boolean dropped;

  private Lane(String name, Channel channel, int capacity) {
    this.channel = channel;
    this.queue = new ArrayBlockingQueue<>(capacity);
    this.writer = Thread.ofPlatform().daemon().name(name).unstarted(this::write);
  }

  static Lane open(String name, Connection connection, int capacity) throws IOException {
    var channel = connection.createChannel();
    if (channel == null) {
      throw new IOException("the connection has no channel left");
    }
    channel.confirmSelect();
    var lane = new Lane(name, channel, capacity);
    channel.addConfirmListener(
        (tag, multiple) -> lane.confirmed(tag, multiple, true),
        (tag, multiple) -> lane.confirmed(tag, multiple, false));
    channel.addReturnListener(returned -> lane.returned(returned.getProperties().getMessageId()));
    // A channel can be closed without its connection (a publish to a missing exchange): the lane is
    // useless then, and the supervisor opens a new connection with all lanes.
    channel.addShutdownListener(_ -> lane.end("the channel was closed by the broker"));
    lane.writer.start();
    return lane;
  }

  private void end(String why) {
    drop(why);
    if (channel.getConnection().isOpen()) {
      channel.getConnection().abort();
    }
  }

  /** False if this lane is gone; the message was not written then. */
  boolean offer(Pending pending) {
    if (dropped || !queue.offer(pending)) {
      return false;
    }
    if (dropped) { // drop() may have drained the queue just before the offer
      drainQueue();
    }
    return true;
  }

  private void write() {
    while (!dropped) {
      Pending pending;
      try {
        pending = queue.take();
      } catch (InterruptedException e) {
        break;
      }
      long tag = channel.getNextPublishSeqNo();
      unconfirmed.put(tag, pending);
      var message = pending.message();
      try {
        channel.basicPublish(
            message.exchange(), message.routingKey(), true, properties(message), message.body());
      } catch (IOException | RuntimeException e) {
        log.warn("publisher.write id={} error={}", message.messageId(), e.toString());
        unconfirmed.remove(tag);
        pending.settle(new Unknown("writing to the broker failed"));
        // With its connection: the supervisor notices only that, and opens all lanes anew.
        end("writing to the broker failed");
      }
    }
    drainQueue();
  }

  private static AMQP.BasicProperties properties(OutboundMessage message) {
    return new AMQP.BasicProperties.Builder()
        .contentType("application/json")
        .deliveryMode(PERSISTENT)
        .messageId(message.messageId())
        .headers(message.headers())
        .build();
  }

  private void confirmed(long tag, boolean multiple, boolean stored) {
    if (multiple) {
      var upTo = unconfirmed.headMap(tag, true);
      for (var entry : new ArrayList<>(upTo.entrySet())) {
        settle(entry.getKey(), stored);
      }
    } else {
      settle(tag, stored);
    }
  }

  private void settle(long tag, boolean stored) {
    var pending = unconfirmed.remove(tag);
    if (pending == null) {
      return;
    }
    if (!stored) {
      pending.settle(new Refused(Reason.NACKED));
    } else if (pending.wasReturned()) {
      pending.settle(new Refused(Reason.UNROUTABLE));
    } else {
      pending.settle(new Stored());
    }
  }

  /** The broker sends a return before the confirm of the same message, on the same channel. */
  private void returned(String messageId) {
    for (var pending : unconfirmed.values()) {
      if (pending.message().messageId().equals(messageId)) {
        pending.markReturned();
      }
    }
  }

  /** What was written is unknown now; what was only queued is certainly not stored. */
  void drop(String why) {
    dropped = true;
    writer.interrupt();
    drainQueue();
    for (var tag : new ArrayList<>(unconfirmed.keySet())) {
      var pending = unconfirmed.remove(tag);
      if (pending != null) {
        pending.settle(new Unknown(why));
      }
    }
  }

  private void drainQueue() {
    var waiting = new ArrayList<Pending>();
    queue.drainTo(waiting);
    waiting.forEach(pending -> pending.settle(new Refused(Reason.BROKER_AWAY)));
  }
}

package io.payrelay.core.settlement;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;

/** One message in our hands, until it is acknowledged or handed back. */
record Delivery(Message message, Channel channel) {

  private static final Logger log = LoggerFactory.getLogger(Delivery.class);

  /** Its id; the same over repeats. */
  String messageId() {
    return Objects.requireNonNullElse(message.getMessageProperties().getMessageId(), "none");
  }

  Map<String, Object> headers() {
    return message.getMessageProperties().getHeaders();
  }

  /** Whether an acknowledgement can still reach the broker. */
  boolean isOurs() {
    return channel.isOpen();
  }

  void acknowledge() {
    onChannel(tag -> channel.basicAck(tag, false));
  }

  /** Hands it back to the queue. The broker counts that: never in a loop. */
  void requeue() {
    onChannel(tag -> channel.basicNack(tag, false, true));
  }

  /** Its dead letter. */
  OutboundMessage letter(DeadLetterCause cause, String detail, Instant now) {
    return DeadLetterHeaders.letter(
        Names.CORE_CALLBACKS, messageId(), headers(), message.getBody(), cause, detail, now);
  }

  private interface Act {
    void on(long tag) throws IOException;
  }

  private void onChannel(Act act) {
    try {
      act.on(message.getMessageProperties().getDeliveryTag());
    } catch (IOException | ShutdownSignalException e) {
      // The channel is gone, and the broker delivers the message again.
      log.info("callback.handed_back delivery={} error={}", messageId(), e.toString());
    }
  }
}

package io.payrelay.ops.deadletter;

import com.rabbitmq.client.Channel;
import io.payrelay.ops.deadletter.DeadLetterStore.Stored;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;

/**
 * Moves the dead letters of one queue into the store: insert, commit, acknowledge.
 *
 * <p>There is no way back into the queue: a reject would lose the letter (nothing stands behind a
 * dead-letter queue) and a requeue would spin. While the store does not answer, the letter is kept
 * in hand and tried again; on shutdown it is simply not acknowledged, and the broker keeps it.
 */
final class Intake implements ChannelAwareMessageListener {

  private static final Logger log = LoggerFactory.getLogger(Intake.class);

  private final String origin;
  private final LetterReader reader;
  private final DeadLetterStore store;
  private final IntakeSettings settings;
  private final CountDownLatch closing;

  /**
   * The intake of one origin.
   *
   * @param closing counted down when the service shuts down: waiting ends then
   */
  Intake(
      String origin,
      LetterReader reader,
      DeadLetterStore store,
      IntakeSettings settings,
      CountDownLatch closing) {
    this.origin = origin;
    this.reader = reader;
    this.store = store;
    this.settings = settings;
    this.closing = closing;
  }

  @Override
  public void onMessage(Message message, @Nullable Channel channel) throws IOException {
    var properties = message.getMessageProperties();
    var letter =
        reader.read(origin, properties.getMessageId(), properties.getHeaders(), message.getBody());
    var stored = storeHoweverLongItTakes(letter);
    if (stored == null || channel == null) {
      return;
    }
    channel.basicAck(properties.getDeliveryTag(), false);
    switch (stored) {
      case Stored.New(var id) ->
          log.info(
              "deadletter.stored id={} origin={} message={} replay={} cause={} order={} bytes={} detail=\"{}\"",
              id,
              origin,
              letter.messageId(),
              letter.replayNo(),
              letter.cause(),
              letter.orderNo(),
              letter.body().length,
              letter.detail());
      case Stored.Repeat _ ->
          log.info(
              "deadletter.repeat origin={} message={} replay={}",
              origin,
              letter.messageId(),
              letter.replayNo());
    }
  }

  /** Null if the service shuts down before the store has answered. */
  private @Nullable Stored storeHoweverLongItTakes(NewLetter letter) {
    for (int failures = 1; ; failures++) {
      try {
        return store.store(letter);
      } catch (RuntimeException e) {
        var wait = settings.waitAfter(failures);
        log.warn(
            "deadletter.wait origin={} message={} failures={} wait={} error={}",
            origin,
            letter.messageId(),
            failures,
            wait,
            e.toString());
        try {
          if (closing.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
            return null;
          }
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          return null;
        }
      }
    }
  }
}

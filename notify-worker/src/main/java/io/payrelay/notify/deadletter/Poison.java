package io.payrelay.notify.deadletter;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.DeadLetterHeaders;
import java.time.Clock;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Puts messages that nobody can work off where a person finds them. */
@Component
public class Poison {

  private static final Logger log = LoggerFactory.getLogger(Poison.class);

  private final ConfirmingPublisher publisher;
  private final Clock clock;

  Poison(ConfirmingPublisher publisher, Clock clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  /** Publishes the message to its queue's dead letters; false if the broker did not confirm. */
  public boolean bury(
      String origin,
      String messageId,
      Map<String, ?> headers,
      byte[] body,
      DeadLetterCause cause,
      String detail) {
    var outcome =
        publisher.publishAndAwait(
            DeadLetterHeaders.letter(
                origin, messageId, headers, body, cause, detail, clock.instant()));
    log.warn(
        "message.dead origin={} message={} cause={} outcome={} detail={}",
        origin,
        messageId,
        cause,
        outcome,
        detail.replaceAll("\\p{Cntrl}", " "));
    return outcome.isStored();
  }
}

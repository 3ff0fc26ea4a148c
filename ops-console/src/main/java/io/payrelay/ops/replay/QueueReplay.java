package io.payrelay.ops.replay;

import io.payrelay.common.broker.BrokerHistory;
import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.DeadLetterHeaders;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.broker.PublishOutcome;
import io.payrelay.common.broker.PublishOutcome.Reason;
import io.payrelay.ops.deadletter.DeadLetter;
import io.payrelay.ops.deadletter.LetterContent;
import io.payrelay.ops.replay.ReplayOutcome.Refused;
import io.payrelay.ops.replay.ReplayOutcome.Republished;
import io.payrelay.ops.replay.ReplayOutcome.Unavailable;
import org.springframework.stereotype.Component;

/** Puts a message back into the queue it died in: same id, same body, the next replay number. */
@Component
class QueueReplay {

  private final ConfirmingPublisher publisher;

  QueueReplay(ConfirmingPublisher publisher) {
    this.publisher = publisher;
  }

  ReplayOutcome replay(DeadLetter letter, LetterContent content) {
    int replayNo = letter.replayNo() + 1;
    var message = message(letter, content, replayNo);
    return switch (publisher.publishAndAwait(message)) {
      case PublishOutcome.Stored _ -> new Republished(letter.origin(), replayNo);
      case PublishOutcome.Refused(var reason) when reason == Reason.UNROUTABLE ->
          new Refused("the queue " + letter.origin() + " does not exist");
      case PublishOutcome.Refused(var reason) ->
          new Unavailable("the broker did not take it (" + reason + ")");
      case PublishOutcome.Unknown(var why) ->
          new Unavailable(
              why + ": it may be back in its queue already; replaying again is harmless");
    };
  }

  /**
   * Through the default exchange, so that it reaches this queue and no other reader of the event.
   */
  static OutboundMessage message(DeadLetter letter, LetterContent content, int replayNo) {
    // RabbitMQ 3.10 can lose a message that is published with its old x-death.
    var headers = BrokerHistory.strip(content.headers());
    headers.remove(DeadLetterHeaders.CAUSE);
    headers.remove(DeadLetterHeaders.DETAIL);
    headers.remove(DeadLetterHeaders.ORIGIN);
    headers.remove(DeadLetterHeaders.DIED_AT);
    headers.put(DeadLetterHeaders.REPLAY, replayNo);
    return new OutboundMessage("", letter.origin(), letter.messageId(), headers, content.body());
  }
}

package io.payrelay.ingress.intake;

import io.payrelay.common.broker.ConfirmingPublisher;
import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.id.Ids;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Verdict;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import org.springframework.stereotype.Component;

/** Takes in one callback whose bytes have arrived. Thread-safe. */
@Component
final class Intake {

  private final Memory memory;
  private final ConfirmingPublisher publisher;
  private final EventCodec codec;
  private final Clock clock;
  private final Ids ids;

  Intake(Memory memory, ConfirmingPublisher publisher, EventCodec codec, Clock clock) {
    this.memory = memory;
    this.publisher = publisher;
    this.codec = codec;
    this.clock = clock;
    this.ids = new Ids(clock);
  }

  /** Ends within Redis' timeout plus the publisher's confirm timeout, whatever is broken. */
  Outcome take(
      Channel channel,
      String account,
      CallbackReader reader,
      CallbackRequest request,
      TraceParent trace) {
    var now = clock.instant();
    return switch (reader.read(request, now)) {
      case Verdict.Refused(var why, var detail) -> new Outcome.Refused(why, detail);
      case Verdict.Ignored(var why) -> new Outcome.Ignored(why);
      case Verdict.Genuine(var notice) ->
          take(callback(channel, account, notice, request.body(), now), trace);
    };
  }

  private Outcome take(CallbackReceived callback, TraceParent trace) {
    if (callback.kind() != NoticeKind.PAID) {
      return publish(callback, trace, new Outcome.Stored(callback));
    }
    var recall = memory.of(callback);
    // Before the mark: a payment of the wrong amount may be booked too, in suspense.
    if (recall.contradicts(callback)) {
      return publish(callback, trace, new Outcome.Mismatch(callback));
    }
    return recall.settles(callback)
        ? new Outcome.AlreadySettled(callback)
        : publish(callback, trace, new Outcome.Stored(callback));
  }

  private Outcome publish(CallbackReceived callback, TraceParent trace, Outcome stored) {
    var outcome =
        publisher.publishAndAwait(
            OutboundMessage.of(
                Names.CALLBACKS,
                callback.channel(),
                callback.deliveryId(),
                callback,
                codec,
                trace));
    return outcome.isStored() ? stored : new Outcome.NotStored(callback, outcome);
  }

  private CallbackReceived callback(
      Channel channel, String account, Notice notice, byte[] body, Instant now) {
    return new CallbackReceived(
        ids.deliveryId(),
        channel.name(),
        channel.family(),
        account,
        notice.identityMatches(),
        notice.kind(),
        notice.orderNo(),
        notice.transactionId(),
        notice.amount(),
        notice.paidAt(),
        notice.refundId(),
        digest(body),
        now,
        Base64.getEncoder().encodeToString(body));
  }

  private static String digest(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
